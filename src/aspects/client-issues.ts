import { findModel } from '../datahub/aspects/models.js';
import type { Issue } from '../input/invalid-input.js';
import type { Json } from '../json/lossless-json.js';
import type { Steps } from '../scheduling/steps.js';
import { issuesMax, modelIssues } from './model-issues.js';
import { propertyIssues } from './property-issues.js';

/**
 * Returns the first reasons why DataHub's clients cannot read an aspect; none for an aspect that DataHub does not have.
 * The work is linear in the size of the value.
 */
export function* clientIssues(aspectName: string, value: Json): Steps<Issue[]> {
  const model = findModel(aspectName);
  if (!model) return [];
  const issues = yield* modelIssues(model, value);
  return issues.length === 0 && aspectName === 'propertyDefinition'
    ? propertyIssues(value, issuesMax)
    : issues;
}
