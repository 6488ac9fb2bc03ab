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
          select: { tagUrn: true },
        },
      },
    });
    if (!entity) return null;
    const urns = entity.globalTags.map(({ tagUrn }) => tagUrn);
    const tags = await prisma.tag.findMany({ where: { urn: { in: urns } } });
    const byUrn = new Map(tags.map((tag) => [tag.urn, { ...tag, name: tag.name ?? '' }]));
    return toDataset(
      urn,
      urns.flatMap((tagUrn) => byUrn.get(tagUrn) ?? []),
    );
  },
});
