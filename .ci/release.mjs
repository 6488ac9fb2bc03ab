// release.mjs [--built] [folder]: makes the files of a release in a folder: the package, its software bill of materials
// (CycloneDX) and SHA256SUMS. It installs and builds from the lock file first, unless `--built` says that this is done.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const usage = `Usage: npm run release -- [--built] [folder]

Makes the package, its software bill of materials and SHA256SUMS in a folder. The default is release/<version>.

  --built   packs what is installed and built already, instead of running npm ci first`;

/** Refuses with a message for people. */
function refuse(message) {
  console.error(message);
  process.exit(1);
}

function readArguments() {
  try {
    const options = { built: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length <= 1) return { ...values, folder: positionals[0] };
  } catch (error) {
    refuse(`${error.message}\n\n${usage}`);
  }
  return refuse(usage);
}

/** Runs a program and returns what it prints. Its errors are shown. */
function run(program, args, stdout = 'pipe') {
  const options = { encoding: 'utf8', stdio: ['ignore', stdout, 'inherit'], maxBuffer: 1 << 28 };
  const { status, error, stdout: text } = spawnSync(program, args, options);
  if (status !== 0) refuse(`${program} ${args[0]} failed${error ? `: ${error.message}` : ''}`);
  return text;
}

const { built, help, folder: given } = readArguments();
if (help) {
  console.log(usage);
  process.exit(0);
}

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const folder = resolve(given ?? join('release', version));
const unfinished = `${folder}.unfinished`;

const [, section] = /^## (.+)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
const [sectionVersion, date] = section?.split(' - ') ?? [];
if (sectionVersion !== version || !/^\d{4}-\d\d-\d\d$/.test(date))
  refuse(
    `The first section of CHANGELOG.md is "${section}", and the version of package.json is ${version}. ` +
      `Name the section "## ${version} - <date>", or set the version with: npm version --no-git-tag-version <version>`,
  );
const changed = run('git', ['status', '--porcelain']).trimEnd();
if (changed) refuse(`Commit these changes first, because a release is made from a commit:\n${changed}`);
if (existsSync(folder) && readdirSync(folder).length > 0)
  refuse(`${folder} has files already. Name another folder, or remove this one.`);

if (!built) run('npm', ['ci', '--no-audit', '--no-fund'], 'inherit');
if (!existsSync('dist/catalog.js')) refuse('There is no build. Run npm run build, or leave out --built.');

rmSync(unfinished, { recursive: true, force: true });
mkdirSync(unfinished, { recursive: true });
run('npm', ['run', '--if-present', 'prepack']);
run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', unfinished]);
const bill = JSON.parse(run('npm', ['run', '--silent', 'sbom']));
// npm names the component by its folder.
bill.metadata.component.name = name;
writeFileSync(join(unfinished, `${name}-${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
const files = readdirSync(unfinished).map((file) => ({ file, data: readFileSync(join(unfinished, file)) }));
const sums = files.map(({ file, data }) => `${createHash('sha256').update(data).digest('hex')}  ${file}\n`);
writeFileSync(join(unfinished, 'SHA256SUMS'), sums.join(''));
mkdirSync(dirname(folder), { recursive: true });
rmSync(folder, { recursive: true, force: true });
renameSync(unfinished, folder);

console.log(
  `${name} ${version}, commit ${run('git', ['rev-parse', '--short', 'HEAD']).trim()}, in ${folder}:`,
);
for (const { file, data } of files) console.log(`  ${file}  ${(data.length / 1e6).toFixed(2)} MB`);
console.log('  SHA256SUMS  (check with: sha256sum --check SHA256SUMS)');
