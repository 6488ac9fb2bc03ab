// packed-links.mjs <folder>: the pages of the package in a folder link to and show only files that the package has.
import assert from 'node:assert';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

const folder = resolve(process.argv[2]);
const pages = readdirSync(folder, { recursive: true }).filter((file) =>
  /^(?!node_modules).*\.md$/.test(file),
);
assert(pages.includes('README.md'), `${folder} has no README.md`);
const missing = pages.flatMap((page) => {
  const text = readFileSync(join(folder, page), 'utf8');
  const links = [...text.matchAll(/(?:\]\(|(?:src|srcset|href)=")([^):\s"#]+)[)"#\s]/g)].map(
    ([, link]) => link,
  );
  const isMissing = (link) => {
    const path = resolve(folder, dirname(page), link);
    return !`${path}${sep}`.startsWith(`${folder}${sep}`) || !existsSync(path);
  };
  return links.filter(isMissing).map((link) => `${link} in ${page}`);
});
assert.deepStrictEqual(missing, []);
