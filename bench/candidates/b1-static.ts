import { staticTags, toDataset } from './answer.js';
import { serve } from './server.js';

await serve({ dataset: (urn) => toDataset(urn, staticTags) });
