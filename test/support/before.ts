import { makeTemplate } from './database.js';

await makeTemplate();
