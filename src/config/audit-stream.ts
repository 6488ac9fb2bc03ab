import { resolve } from 'node:path';
import { z } from 'zod';
import { type AuditTarget, type FileTarget, framings, type SyslogTarget } from '../core/audit-target.js';
import { BadPath, fromHome } from '../files/home.js';

const forms =
  'must be a file (file:/path, or a path that begins with /, ./ or ~/), a syslog server (syslog://host:port for TCP, ' +
  'syslog+udp://host:port or syslog+tls://host:port) or stdout';

/** `AUDIT_STREAM`: a file, a syslog server or the standard output. */
export const auditTarget = z.string().transform((text, context): AuditTarget => {
  if (text === 'stdout') return { kind: 'stdout' };
  const target = /^syslog/i.test(text) ? readServer(text) : readFile(text);
  if (typeof target !== 'string') return target;
  context.addIssue({ code: 'custom', message: target });
  return z.NEVER;
});

/** @returns the reason when it is not a file */
function readFile(text: string): FileTarget | string {
  const path = text.replace(/^file:(\/\/(?=\/))?/, '');
  if (!/^(\/|\.\.?\/|~\/)/.test(path) || path.startsWith('//') || path.endsWith('/')) return forms;
  try {
    return { kind: 'file', path: resolve(fromHome(path)) };
  } catch (error) {
    if (!(error instanceof BadPath)) throw error;
    return error.message;
  }
}

/** @returns the reason when it is not a server */
function readServer(text: string): SyslogTarget | string {
  const [, protocol = 'tcp'] = /^syslog(?:\+(tcp|udp|tls))?:\/\//.exec(text) ?? ['', ''];
  if (!protocol || !URL.canParse(text)) return forms;
  const { hostname, port, username, password, pathname, searchParams, hash } = new URL(text);
  if (username || password) return 'must not have a user or a password, which syslog does not know';
  if (!hostname || !/^\/?$/.test(pathname) || hash) return forms;
  if (!port || port === '0') return `needs a port, such as ${protocol === 'tls' ? 6514 : 514}`;
  const [framing, ...others] = [...searchParams].map(([name, value]) =>
    name === 'framing' ? framings.find((one) => one === value) : undefined,
  );
  if (searchParams.size > 0 && (framing === undefined || others.length > 0 || protocol === 'udp'))
    return `may have one parameter after its port, ?framing= with ${framings.join(' or ')}, and only over TCP or TLS`;
  return {
    ...{ kind: 'syslog', protocol: protocol as SyslogTarget['protocol'] },
    ...{ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), framing: framing ?? 'octet-counting' },
  };
}
