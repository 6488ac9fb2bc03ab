import fp from 'fastify-plugin';
import { badRequest } from '../../../core/errors.js';
import { quoted } from '../../../core/urn.js';
import '../../../request.js';

const name = 'X-Keep-Edited-Tags';
const values: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Reads the header that says whether ingestion leaves the tags that people have added, and refuses other values. */
export const keepEditedTags = fp(
  async (scope) => {
    scope.addHook('onRequest', (request, _reply, done) => {
      const given = request.headers[name.toLowerCase()];
      if (given === undefined) return done();
      request.actor.keepsEditedTags = values.get(given);
      const isKnown = values.has(given);
      done(
        isKnown ? undefined : badRequest(`the header ${name} is ${quoted(`${given}`)}; send true or false`),
      );
    });
  },
  { name: 'keep-edited-tags', dependencies: ['authentication'] },
);
