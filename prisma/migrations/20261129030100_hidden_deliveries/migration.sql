-- By hand: webhooks tell nothing about these types of entities from now on, as searches do (src/datahub/hidden-types.ts).
DELETE FROM "webhook_deliveries"
 WHERE split_part("entity_urn", ':', 3) IN (
   'dataHubAccessToken', 'dataHubAction', 'dataHubConnection', 'dataHubExecutionRequest', 'dataHubIngestionSource',
   'dataHubPolicy', 'dataHubRetention', 'dataHubSecret', 'dataHubStepState', 'dataHubUpgrade', 'globalSettings',
   'inviteToken', 'serviceAccessToken', 'telemetry');
