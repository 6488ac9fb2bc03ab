import { hiddenEntityTypes } from '../datahub/hidden-types.js';
import { secretAspects } from '../datahub/secret-aspects.js';

/** SQL: `isListed` of `secrets.ts`. */
export const isListed = (type: string): string => `${type} <> ALL('{${hiddenEntityTypes.join()}}'::text[])`;

/** SQL: `isSecret` of `secrets.ts`. */
export const isSecret = (aspect: string): string => `${aspect} = ANY('{${secretAspects.join()}}'::text[])`;
