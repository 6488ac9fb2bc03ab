import type { Aspect } from '../aspects/aspect.js';
import { atOnce } from '../scheduling/steps.js';
import { type PolicyInfo, policyInfo } from './model.js';
import { isPolicyUrn, othersOfPolicy, type PolicyRow, policyValue, toPolicyRow } from './row.js';
import { deletePolicies, policyJson, writePolicies } from './row-store.js';

const fromPolicy = `FROM policies p WHERE p.id = substr(a.urn, 22) AND a.urn LIKE 'urn:li:dataHubPolicy:%'`;

/** A policy. SQL may write rows of `policies` that have no record. */
export const dataHubPolicyInfo: Aspect = {
  name: 'dataHubPolicyInfo',
  entityTypes: ['dataHubPolicy'],
  isAccess: true,
  model: policyInfo,
  rows: {
    tables: {
      split(upserts) {
        const rows = upserts.map(({ urn, value }) => toPolicyRow({ urn, value: value as PolicyInfo }));
        return atOnce({ write: (tx) => writePolicies(tx, rows) });
      },
      clear: (tx, keys) =>
        deletePolicies(
          tx,
          keys.map(({ urn }) => urn),
        ),
      deleteEntities: (tx, urns) => deletePolicies(tx, urns.filter(isPolicyUrn)),
    },
    rest: othersOfPolicy,
    select: `(SELECT json_build_array(${policyJson}) ${fromPolicy})`,
    bytes: `(SELECT octet_length((${policyJson})::text) ${fromPolicy})`,
    // DataHub's clients need a description, which policies can lack.
    join: (rest, [row]) =>
      atOnce(row === undefined ? rest : { description: '', ...policyValue(row as PolicyRow, rest) }),
  },
};
