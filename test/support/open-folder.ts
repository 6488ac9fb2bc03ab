// A process that opens the embedded database in a folder, a new one as a copy of an image, until it is killed.
import { openEmbedded } from '../../src/db/embedded/embedded.js';

const [, , folder, image] = process.argv;
process.stdout.write('opening\n');
await openEmbedded(folder!, { image: image! });
setInterval(() => {}, 60_000);
