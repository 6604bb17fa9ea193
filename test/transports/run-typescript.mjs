/** Lets a child process of a test run our TypeScript without a build: `node --import ./run-typescript.mjs FILE.ts`. */

import { existsSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) register(import.meta.url);

/** Our sources import `./x.js` or, in tests, `./x`; the file is `x.ts`. */
export async function resolve(specifier, context, next) {
  if (specifier.startsWith('.') && context.parentURL !== undefined) {
    const found = new URL(`${specifier.replace(/\.js$/, '')}.ts`, context.parentURL);
    if (existsSync(found)) return { url: found.href, shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { transformSync } = await import('@swc/core');
  const { code } = transformSync(readFileSync(fileURLToPath(url), 'utf8'), {
    filename: fileURLToPath(url),
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
