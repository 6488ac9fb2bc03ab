// docs/audit.md: rsyslog reads the audit stream, and whoever reads standard output finds it beside the log.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { root } from '../support/root.js';
import { waitFor } from '../support/wait-for.js';
import { guarantee } from './guarantee.js';
import { freePort } from './support/ports.js';
import { type Service, service, temporaryFolder } from './support/service.js';

const isHere = spawnSync('rsyslogd', ['-v']).status === 0;
const skip = !isHere && 'rsyslog is not installed (apt-get install rsyslog)';

const page = readFileSync(new URL('docs/audit.md', root), 'utf8');
const [, documented = ''] = /^```conf\n(global\(.*?)^```$/ms.exec(page) ?? [];
/** The port and the file of the page. */
const [pagePort, pageFile] = ['6514', '/var/log/catalog-audit.log'];

interface Line {
  readonly type: string;
  readonly subject: string;
  readonly requestId: string | null;
  readonly transport: string | null;
  readonly stream?: string;
}

/** Starts rsyslog with the configuration of the page. */
async function rsyslog(t: Test, change: (configuration: string) => string, protocol: 'tcp' | 'udp') {
  const [folder, port] = [temporaryFolder(t), await freePort()];
  const [file, configuration] = [join(folder, 'audit.log'), join(folder, 'rsyslog.conf')];
  const text = change(documented.replaceAll(pagePort, `${port}`).replace(pageFile, file));
  writeFileSync(configuration, text);
  const child = spawn('rsyslogd', ['-n', '-f', configuration, '-i', join(folder, 'pid')], {
    stdio: 'ignore',
  });
  t.teardown(() => child.kill());
  if (protocol === 'tcp') await waitFor(() => isOpen(port));
  else await waitFor(() => readFileSync('/proc/net/udp', 'utf8').includes(port.toString(16).toUpperCase()));
  return { port, file };
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.end();
  });

/** Starts the service, and makes events after its stream has begun. @returns the ids of the requests */
async function makeEvents(
  t: Test,
  AUDIT_STREAM: string,
): Promise<{ ids: (string | null)[]; running: Service }> {
  const running = await service(t, { AUDIT_STREAM, LOG_LEVEL: 'info', METRICS_PORT: '0' });
  await running.start();
  const headers = { authorization: `Bearer ${running.token()}`, 'content-type': 'application/json' };
  await waitFor(async () => {
    const metrics = await (await fetch(`${running.url}/metrics`, { headers })).text();
    return metrics.includes('catalog_audit_stream_state{state="sending"} 1');
  });
  const ids: (string | null)[] = [];
  for (const query of ['createTag(input: { id: "a", name: "é" })', 'deleteTag(urn: "urn:li:tag:a")']) {
    const body = JSON.stringify({ query: `mutation { ${query} }` });
    const answer = await fetch(`${running.url}/api/graphql`, { method: 'POST', headers, body });
    t.notMatch(await answer.text(), '"errors"');
    ids.push(answer.headers.get('x-request-id'));
  }
  return { ids, running };
}

const parse = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

function check(t: Test, events: readonly Line[], ids: readonly (string | null)[]) {
  const found = (requestId: string | null) => events.filter((event) => event.requestId === requestId);
  t.match(found(ids[0]!), [{ type: 'CreateEntityEvent', subject: 'urn:li:tag:a', transport: 'GRAPHQL' }]);
  t.ok(
    found(ids[1]!).some(({ type, subject }) => type === 'DeleteEntityEvent' && subject === 'urn:li:tag:a'),
  );
}

const onlyLines = (text: string) => text.replace('input(', 'input(supportOctetCountedFraming="off" ');
const datagrams = (text: string) => text.replaceAll('imtcp', 'imudp');
for (const [name, protocol, change, address] of [
  ['octet counting', 'tcp', (text: string) => text, (port: number) => `syslog://127.0.0.1:${port}`],
  ['lines', 'tcp', onlyLines, (port: number) => `syslog+tcp://127.0.0.1:${port}?framing=newline`],
  ['datagrams', 'udp', datagrams, (port: number) => `syslog+udp://localhost:${port}`],
] as const)
  t.test(`rsyslog reads ${name}`, { skip }, async (t) => {
    const { port, file } = await rsyslog(t, change, protocol);
    const { ids, running } = await makeEvents(t, address(port));
    t.equal(await running.stop(), 0);
    await waitFor(() => existsSync(file) && readFileSync(file, 'utf8').includes('DeleteEntityEvent'));
    check(t, parse(readFileSync(file, 'utf8')), ids);
    guarantee(t, `rsyslog reads the audit stream as JSON lines (${name})`, {});
  });

t.test('standard output has whole lines, those of the audit with a member that no other has', async (t) => {
  const { ids, running } = await makeEvents(t, 'stdout');
  t.equal(await running.stop(), 0);
  const lines = parse(running.log());
  const events = lines.filter((line) => 'stream' in line);
  t.ok(events.every(({ stream }) => stream === 'audit'));
  t.ok(lines.length > events.length + 2, 'the log is there too');
  check(t, events, ids);
  guarantee(t, 'standard output has the audit stream and the log as JSON lines', { lines: lines.length });
});
