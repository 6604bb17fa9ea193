# The image of the service: the package that `npm pack` makes, with its production packages, on the official Node image.
# docs/operate/containers.md says how to run it; .ci/image builds and runs it. Any Debian-like image that has Node and npm will do.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
# First, and alone: a change of the sources does not install again.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# What is published to npm is also what is in the image.
RUN node node_modules/typescript/bin/tsc -p . \
  && npm pack --ignore-scripts --silent \
  && mkdir /app \
  && tar -xzf disclosed-*.tgz -C /app --strip-components=1 \
  && chmod +x /app/dist/src/cli.js \
  && npm prune --omit=dev --ignore-scripts \
  # The sources of SQLite and what its compiler left.
  && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src node_modules/better-sqlite3/build/Release/obj* \
  && mv node_modules /app/

FROM ${NODE_IMAGE}
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="disclosed" \
  org.opencontainers.image.description="Query public disclosure filings over REST, MCP and web pages" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
COPY --from=build /app /app
# The command for `docker exec`, and a folder that a new volume takes its owner from.
RUN ln -s /app/dist/src/cli.js /usr/local/bin/disclosed && mkdir -p /data /backups && chown 1000:1000 /data /backups
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
# By number, so that Kubernetes can see that it is not root.
USER 1000:1000
WORKDIR /app
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
# A new live service has no data in its first minutes. Without curl: the image has none.
HEALTHCHECK --interval=30s --timeout=5s --start-period=3m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "/app/dist/src/cli.js"]
CMD ["serve"]
