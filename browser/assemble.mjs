import { cpSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const from = new URL('.', import.meta.url).pathname;
const styles = new URL('../src/console/styles/', import.meta.url).pathname;
const modules = new URL('../node_modules/', import.meta.url).pathname;

const vendored = [
  'graphiql/graphiql.min.js',
  'graphiql/graphiql.min.css',
  'react/umd/react.production.min.js',
  'react-dom/umd/react-dom.production.min.js',
  '@fastify/swagger-ui/static/swagger-ui-bundle.js',
  '@fastify/swagger-ui/static/swagger-ui.css',
];
const licences = ['graphiql', 'react', 'react-dom', '@fastify/swagger-ui'];

/**
 * Puts what browsers load beside the compiled service: the pages of this folder, the colours and sizes of the console,
 * and GraphiQL, React and Swagger UI as their packages ship them.
 *
 * @param {string} folder of the compiled service
 */
export function assemble(folder) {
  const to = join(folder, 'browser');
  rmSync(to, { recursive: true, force: true });
  for (const folder of ['pages', 'assets']) cpSync(join(from, folder), join(to, folder), { recursive: true });
  cpSync(join(styles, 'tokens.css'), join(to, 'assets', 'tokens.css'));
  for (const file of vendored) cpSync(join(modules, file), join(to, 'assets', basename(file)));
  for (const name of licences) {
    cpSync(join(modules, name, 'LICENSE'), join(to, 'assets', `${name.replace('/', '-')}.LICENSE.txt`));
  }
}
