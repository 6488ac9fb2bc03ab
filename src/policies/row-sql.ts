/** The columns of a policy `p` as members of a JSON object: a `PolicyRow`. */
export const policyJson = `
  json_build_object('urn', 'urn:li:dataHubPolicy:' || p.id, 'name', p.name, 'description', p.description, 'type', p.type,
    'state', p.state, 'privileges', p.privileges, 'allUsers', p.all_users, 'users', p.users, 'allGroups', p.all_groups,
    'groups', p.groups, 'resourceType', p.resource_type, 'resources', p.resources, 'allResources', p.all_resources,
    'filter', p.filter::text, 'constraints', p.constraints::text, 'editable', p.editable)`;
