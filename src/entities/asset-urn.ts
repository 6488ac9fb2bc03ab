import { badRequest } from '../core/errors.js';
import { type ParsedUrn, parseUrn, quoted, type Urn } from '../core/urn.js';
import { otherType } from '../urn/violation.js';

/** The form of the URNs of each type: the tool or the orchestrator first, of a job within its flow. */
export const assetUrnForms = {
  chart: 'urn:li:chart:(<tool>,<chart id>)',
  dashboard: 'urn:li:dashboard:(<tool>,<dashboard id>)',
  dataFlow: 'urn:li:dataFlow:(<orchestrator>,<flow id>,<cluster>)',
  dataJob: 'urn:li:dataJob:(urn:li:dataFlow:(<orchestrator>,<flow id>,<cluster>),<job id>)',
};

export type AssetType = keyof typeof assetUrnForms;

export const isAssetType = (type: string): type is AssetType => Object.hasOwn(assetUrnForms, type);

export interface AssetUrn {
  readonly urn: Urn;
  readonly type: AssetType;
  /** The name of the tool or of the orchestrator. */
  readonly tool: string;
  readonly id: string;
  /** The rest: the cluster of a flow, the URN of a job's flow. */
  readonly scope: string;
}

/** Returns the parts of the URN of a chart, a dashboard, a flow or a job; null for any other URN. */
export function toAssetUrn({ urn, type, parts }: ParsedUrn): AssetUrn | null {
  const [first = '', id = '', last = ''] = parts;
  const asset = (tool: string, scope: string) => ({ urn, type: type as AssetType, tool, id, scope });
  switch (type) {
    case 'chart':
    case 'dashboard':
      return parts.length === 2 ? asset(first, '') : null;
    case 'dataFlow':
      return parts.length === 3 ? asset(first, last) : null;
    case 'dataJob': {
      // With this beginning, the part was parsed as a URN already.
      const isFlow = parts.length === 2 && first.startsWith('urn:li:dataFlow:(');
      const flow = isFlow ? toAssetUrn(parseUrn(first)) : null;
      return flow && asset(flow.tool, first);
    }
    default:
      return null;
  }
}

/** @throws BAD_REQUEST when the URN has another form or type */
export function parseAssetUrn(type: AssetType, value: string, what = 'urn'): AssetUrn {
  const parsed = parseUrn(value, what);
  const asset = toAssetUrn(parsed);
  if (asset?.type === type) return asset;
  const why = parsed.type === type ? 'has the wrong form' : otherType(parsed.type, type);
  throw badRequest(`${what} ${quoted(value)} ${why}; expected ${assetUrnForms[type]}`);
}
