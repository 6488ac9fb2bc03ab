import { existsSync, readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { auditEventTypes } from '../../src/audit/event.js';
import { eventTypes } from '../../src/console/pages/audit/event-types.js';
import { metadataPrivileges, privilegeNames } from '../../src/console/privileges.js';
import * as service from '../../src/core/privileges.js';

// The console imports nothing of the service, so what it repeats is compared here.

t.test('the console knows the privileges and the audit events of the service', async (t) => {
  t.strictSame(privilegeNames, { ...service.privileges });
  t.strictSame([...metadataPrivileges].sort(), [...service.metadataPrivileges].sort());
  t.strictSame([...eventTypes].sort(), [...auditEventTypes].sort());
});

const built = new URL('../../src/console/', import.meta.url);

t.test('the first page is small', async (t) => {
  const page = readFileSync(new URL('index.html', built), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/console\/(assets\/[^"]+\.(js|css))"/g)];
  t.ok(named.length >= 2, 'the page names its files');
  // Beside those that the page names, the page "Find" loads its own.
  const find = readdirSync(new URL('assets/', built)).filter((name) => /^find-.*\.(js|css)$/.test(name));
  const files = [...named.map(([, path]) => path!), ...find.map((name) => `assets/${name}`)];
  const size = (ending: string) =>
    files
      .filter((path) => path.endsWith(ending))
      .reduce((sum, path) => sum + readFileSync(new URL(`${path}.gz`, built)).length, 0);
  t.ok(size('.js') <= 60 * 1_024, `${size('.js')} bytes of JavaScript, of 61,440`);
  t.ok(size('.css') <= 10 * 1_024, `${size('.css')} bytes of CSS, of 10,240`);
  t.ok(
    files.every((path) => existsSync(new URL(`${path}.br`, built))),
    'all of them as brotli too',
  );
});
