// A process that locks a folder, prints the outcome, and holds the lock until it is killed.
import { lockFolder } from '../../src/db/embedded/folder-lock.js';

try {
  lockFolder(process.argv[2]!);
  process.stdout.write('held\n');
} catch (error) {
  process.stdout.write(`${(error as Error).name}\n`);
}
setInterval(() => {}, 60_000);
