import { existsSync, readdirSync, readFileSync } from 'node:fs';
import t from 'tap';

const built = new URL('../../src/console/', import.meta.url);

t.test('the first page is small', async (t) => {
  const page = readFileSync(new URL('index.html', built), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(js|css))"/g)];
  t.ok(named.length >= 2, 'the page names its files');
  // Beside those that the page names, the page "Find" loads its own.
  const find = readdirSync(new URL('assets/', built)).filter((name) => /^find-.*\.(js|css)$/.test(name));
  const files = [...named.map(([, path]) => path!), ...find.map((name) => `assets/${name}`)];
  const size = (ending: string) =>
    files
      .filter((path) => path.endsWith(ending))
      .reduce((sum, path) => sum + readFileSync(new URL(`${path}.gz`, built)).length, 0);
  t.ok(size('.js') <= 60 * 1_024, `${size('.js')} bytes of JavaScript, of 61,440`);
  t.ok(size('.css') <= 12 * 1_024, `${size('.css')} bytes of CSS, of 12,288`);
  t.ok(
    files.every((path) => existsSync(new URL(`${path}.br`, built))),
    'all of them as brotli too',
  );
});
