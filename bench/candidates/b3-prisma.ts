import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../src/db/generated/client.js';
import { toDataset } from './answer.js';
import { serve } from './server.js';

const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL!, max: 10 }),
});

await serve({
  dataset: async (urn) => {
    const entity = await prisma.entity.findUnique({
      where: { urn },
      select: {
        globalTags: {
          where: { fieldPath: '' },
          orderBy: { position: 'asc' },
          select: { tag: { select: { urn: true, name: true, description: true, colorHex: true } } },
        },
      },
    });
    return (
      entity &&
      toDataset(
        urn,
        entity.globalTags.map(({ tag }) => ({ ...tag, name: tag.name ?? '' })),
      )
    );
  },
});
