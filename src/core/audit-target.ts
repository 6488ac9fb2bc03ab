/** Where audit events are sent. */
export type AuditTarget = FileTarget | SyslogTarget;

export interface FileTarget {
  readonly kind: 'file';
  /** Absolute. */
  readonly path: string;
}

export interface SyslogTarget {
  readonly kind: 'syslog';
  readonly protocol: 'tcp' | 'udp' | 'tls';
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Returns the name of a target: the same for all processes that send to it. */
export const nameTarget = (target: AuditTarget): string =>
  target.kind === 'file'
    ? `file:${target.path}`
    : `syslog+${target.protocol}://${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
