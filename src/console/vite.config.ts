import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Writes each file of text also as .gz and .br, which the service sends as they are. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir }) {
    for (const file of readdirSync(dir!, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|svg)$/.test(file)) continue;
      const path = join(dir!, file);
      const text = readFileSync(path);
      writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      writeFileSync(`${path}.br`, brotliCompressSync(text));
    }
  },
};

const service = process.env.CATALOG_URL ?? 'http://127.0.0.1:8080';

/** The service replaces them by the path of PUBLIC_URL and by its version. */
const withoutService: Plugin = {
  name: 'without-service',
  apply: 'serve',
  transformIndexHtml: (html) => html.replaceAll('{{base}}', '').replace('{{version}}', ''),
};

export default defineConfig(({ command }) => ({
  // Relative, so that the service can be below any path.
  base: command === 'serve' ? '/console/' : './',
  plugins: [compressed, withoutService],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    // Every browser of the last years; the policy of the page forbids what the polyfill and inlined files need.
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  // The Host header stays as the browser sends it, so that requests are of the same origin for the service.
  server: { proxy: { '/api': service, '/console/session': service } },
}));
