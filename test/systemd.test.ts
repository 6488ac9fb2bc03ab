import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { root } from './support/root.js';

const page = readFileSync(new URL('docs/systemd.md', root), 'utf8');
const [, unit = ''] = /^```ini\n(.*?)^```$/ms.exec(page) ?? [];

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
const skip = analyze('--version').status !== 0 && 'there is no systemd-analyze here';

t.test('the systemd unit starts after the network, restarts, and has a folder of its own', async (t) => {
  for (const line of [
    'After=network-online.target postgresql.service',
    'StateDirectory=catalog',
    'WorkingDirectory=%S/catalog',
    'RestartSec=5',
    'WantedBy=multi-user.target',
  ])
    t.ok(unit.split('\n').includes(line), line);
  t.notMatch(unit, /^MemoryDenyWriteExecute/m, 'V8 would not start');
});

t.test('the systemd unit is valid, and its exposure is below 3.0 of 10', { skip }, async (t) => {
  const file = join(
    t.testdir({ 'catalog.service': unit.replace('/usr/bin/node', process.execPath) }),
    'catalog.service',
  );
  const { status, stdout, stderr } = analyze('verify', '--man=no', file);
  // It may also report units of the machine.
  const ofUnit = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('catalog'));
  t.same([status, ofUnit], [0, []]);
  const security = analyze('security', '--offline=true', '--no-pager', '--threshold=29', file);
  t.equal(security.status, 0, 'systemd-analyze security --threshold=29');
  t.comment(/Overall exposure.*/.exec(security.stdout)?.[0] ?? '');
});
