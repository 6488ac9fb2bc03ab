import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Prints for each operation of GraphQL how many files of `src` name it, and which files of the manifests and of the
 * support of the tests do. Operations whose names are ordinary words, such as `tag`, cannot be counted like this.
 */

const schema = readFileSync('schema.graphql', 'utf8').replace(/""".*?"""/gs, '');
const operations = [...schema.matchAll(/^type (?:Query|Mutation) \{\n(.*?)^\}/gms)].flatMap(([, fields]) =>
  [...fields.matchAll(/^ {2}([a-z]+[A-Z]\w*)/gm)].map(([, name]) => name),
);

const read = (...folders) =>
  execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/printed|\.test\./.test(file))
    .map((file) => ({ file, words: new Set(readFileSync(file, 'utf8').match(/\w+/g)) }));
const source = read('src');
const support = read('test/manifest', 'test/support', 'test/faults/support', 'test/contract');

const naming = (files, name) => files.filter(({ words }) => words.has(name)).map(({ file }) => file);
for (const name of operations.sort()) {
  const held = naming(support, name);
  process.stdout.write(
    `${name.padEnd(28)}${String(naming(source, name).length).padStart(3)}  ${held.join(' ')}\n`,
  );
}
