import { printedSchema } from './schema/schema.js';

process.stdout.write(printedSchema);
