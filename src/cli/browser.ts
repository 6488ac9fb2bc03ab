import { spawn } from 'node:child_process';

interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Returns a function that opens an address in the browser of this machine; null where there is no display. */
export function browserOpener({ platform, env }: Machine): ((address: string) => void) | null {
  const hasDisplay = Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  const command = platform === 'darwin' ? 'open' : hasDisplay ? 'xdg-open' : null;
  if (command === null) return null;
  return (address) => {
    const child = spawn(command, [address], { detached: true, stdio: 'ignore' });
    // The command is missing: the address is printed anyway.
    child.on('error', () => undefined);
    child.unref();
  };
}
