import fastify from 'fastify';
import { staticTags, toDataset } from './answer.js';

const app = fastify();
app.post('/api/graphql', async () => ({ data: { dataset: toDataset('urn:li:dataset:static', staticTags) } }));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
