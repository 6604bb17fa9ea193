# The image of the service: the package that `npm pack` makes, its production packages, Node, and the libraries that these need.
# Nothing else is in it: no shell, no npm, no other program. docs/operate/containers.md says how to run it; .ci/image builds and runs it.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
# First, and alone: a change of the sources does not install again.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# /image becomes the root of the image. What is published to npm is also what is in it.
RUN node node_modules/typescript/bin/tsc -p . \
  && npm pack --ignore-scripts --silent \
  && mkdir -p /own /image/app /image/etc /image/tmp /image/usr/local/bin \
  && tar -xzf disclosed-*.tgz -C /image/app --strip-components=1 \
  && npm prune --omit=dev --ignore-scripts \
  && cp -r node_modules /image/app/
# Of the packages, what nothing reads at run time: the sources of SQLite and what its compiler left, and what only compilers and
# debuggers read.
RUN cd /image/app/node_modules \
  && rm -rf better-sqlite3/deps better-sqlite3/src \
  && find better-sqlite3/build -type f ! -name better_sqlite3.node -delete \
  && find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete \
  && find . -type d -empty -delete
# The command for `docker exec` names its Node by its path, because there is no `env`. Node has its own certificates and time zones.
RUN cp "$(node -p process.execPath)" /image/usr/local/bin/node \
  && sed -i '1s|.*|#!/usr/local/bin/node|' /image/app/dist/src/cli.js \
  && chmod 755 /image/app/dist/src/cli.js \
  && ln -s /app/dist/src/cli.js /image/usr/local/bin/disclosed \
  && ldd /image/usr/local/bin/node $(find /image/app -name '*.node') | grep -o '/[^ :]*\.so[^ ]*' | sort -u | xargs cp -L --parents -t /image \
  && chmod 1777 /image/tmp \
  && echo 'disclosed:x:1000:1000::/tmp:' > /image/etc/passwd \
  && echo 'disclosed:x:1000:' > /image/etc/group \
  && echo 'hosts: files dns' > /image/etc/nsswitch.conf

FROM scratch
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="disclosed" \
  org.opencontainers.image.description="Query public disclosure filings over REST, MCP and web pages" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
COPY --from=build /image /
ENV PATH=/usr/local/bin NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
# Settings of the C library that save memory: see docs/operate.md, "Resources".
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
# A new volume takes its owner from the folder.
COPY --from=build --chown=1000:1000 /own /data
COPY --from=build --chown=1000:1000 /own /backups
# A library that is missing must fail here, and not on the machine of an operator.
RUN ["node", "--eval", "new (require('better-sqlite3'))(':memory:')"]
# By number, so that Kubernetes can see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
# A new live service has no data in its first minutes. Without curl: the image has none.
HEALTHCHECK --interval=30s --timeout=5s --start-period=3m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "/app/dist/src/cli.js"]
CMD ["serve"]
