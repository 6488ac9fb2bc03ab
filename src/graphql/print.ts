import { printedSchema } from './schema.js';

process.stdout.write(printedSchema);
