/** Where audit events are sent. */
export type AuditTarget = FileTarget | StdoutTarget | SyslogTarget;

export interface FileTarget {
  readonly kind: 'file';
  /** Absolute. */
  readonly path: string;
}

/** The standard output of the service, beside its log. */
export interface StdoutTarget {
  readonly kind: 'stdout';
}

/** Writes lines beside the log. Resolves when the system has taken them. @throws when nothing can be written any more */
export type WriteLines = (lines: readonly string[]) => Promise<void>;

export interface SyslogTarget {
  readonly kind: 'syslog';
  readonly protocol: 'tcp' | 'udp' | 'tls';
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** What separates messages over TCP and TLS: their length before each, or a line feed after each (RFC 6587). */
  readonly framing: Framing;
}

export const framings = ['octet-counting', 'newline'] as const;
export type Framing = (typeof framings)[number];

/**
 * Returns the name of a target: the same for all processes that send to it. The framing is not a part of it, so a stream
 * with another framing goes on where the one before has stopped.
 */
export function nameTarget(target: AuditTarget): string {
  if (target.kind === 'stdout') return 'stdout';
  if (target.kind === 'file') return `file:${target.path}`;
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  return `syslog+${target.protocol}://${host}:${target.port}`;
}
