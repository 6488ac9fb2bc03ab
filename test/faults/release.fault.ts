// .ci/release.mjs, in a small package of its own: what it makes, and what it refuses.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { root } from '../support/root.js';
import { temporaryFolder } from './support/service.js';

const script = fileURLToPath(new URL('.ci/release.mjs', root));
const { sbom } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).scripts;

t.test('a release has the package, its bill of materials and checksums, or is refused', async (t) => {
  const folder = temporaryFolder(t);
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
    return { status, text: stdout + stderr };
  };
  const commit = () =>
    run('git', '-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--all', '--message=x');
  const release = (...args: string[]) => run(process.execPath, script, '--built', ...args);
  const isRefused = (found: ReturnType<typeof run>, message: string) => {
    t.not(found.status, 0, message);
    t.match(found.text, message);
    t.notOk(existsSync(join(folder, 'release')));
  };

  isRefused(release('one', 'two'), 'Usage: npm run release');
  isRefused(release('--fast'), "Unknown option '--fast'");

  const manifest = { name: 'small', version: '1.0.0', scripts: { sbom } };
  write('package.json', JSON.stringify(manifest));
  write('package-lock.json', JSON.stringify({ ...manifest, lockfileVersion: 3, packages: { '': manifest } }));
  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 1.0.0 - 2026-11-28\n');
  isRefused(
    release(),
    'The first section of CHANGELOG.md is "Unreleased", and the version of package.json is 1.0.0',
  );
  write('CHANGELOG.md', '# Changelog\n\n## 1.0.0 - 2026-11-28\n');
  run('git', 'init', '--quiet');
  write('.gitignore', 'dist\nrelease\n');
  isRefused(release(), 'Commit these changes first');
  run('git', 'add', '--all');
  commit();
  isRefused(release(), 'There is no build');
  mkdirSync(join(folder, 'dist'));
  write('dist/catalog.js', '');
  write('CHANGELOG.md', '# Changelog\n\n## 1.0.0 - 2026-11-28\n\nA line that is not committed.\n');
  isRefused(release(), 'M CHANGELOG.md');
  commit();

  const { status, text } = release();
  t.equal(status, 0, text);
  t.match(text, /small 1\.0\.0, commit [0-9a-f]{7,}/);
  const made = join(folder, 'release/1.0.0');
  const [bill, pack] = ['small-1.0.0.cdx.json', 'small-1.0.0.tgz'];
  t.same(readdirSync(made).sort(), ['SHA256SUMS', bill, pack]);
  const sum = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(made, file)))
      .digest('hex');
  t.equal(
    readFileSync(join(made, 'SHA256SUMS'), 'utf8'),
    [bill, pack].map((file) => `${sum(file)}  ${file}\n`).join(''),
  );
  t.match(JSON.parse(readFileSync(join(made, bill), 'utf8')), {
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'small', version: '1.0.0' } },
  });
  t.match(release().text, 'has files already');
  t.same(readdirSync(made).length, 3, 'and changes nothing');
});
