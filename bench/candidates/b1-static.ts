import { staticTags, toDataset } from './answer.js';
import { serve } from './server.js';

await serve((urn) => toDataset(urn, staticTags));
