"""OpenLineage's own client, unmodified, as Airflow, Spark and dbt use it: runs, their states and their lineage."""

import importlib.util
import os
import uuid
from datetime import datetime, timedelta, timezone

import datahub.metadata.schema_classes as models
from support import TOKEN, URL, graph

HAS_CLIENT = importlib.util.find_spec("openlineage") is not None
ENDPOINT = "openapi/openlineage/api/v1/lineage"
PRODUCER = "https://github.com/apache/airflow/tree/providers-openlineage/2.0.0"
START = datetime(2025, 1, 1, tzinfo=timezone.utc)
DATABASE = "postgres://db:5432"


def client(**transport):
    from openlineage.client import OpenLineageClient

    auth = {"type": "api_key", "apiKey": TOKEN}
    config = {"type": "http", "url": URL, "endpoint": ENDPOINT, "auth": auth, "retry": {"total": 0}}
    return OpenLineageClient(config={"transport": {**config, **transport}})


class Run:
    """A run of a job of its own, with an input and an output."""

    def __init__(self, name: str):
        self.id = str(uuid.uuid4())
        self.flow = f"urn:li:dataFlow:(airflow,{name},warehouse)"
        self.job = f"urn:li:dataJob:({self.flow},{name}.load)"
        self.urn = f"urn:li:dataProcessInstance:{self.id}"
        self.source, self.target = f"shop.{name}_orders", f"shop.{name}_report"
        self.name = f"{name}.load"

    def event(self, state, seconds: int, run_facets=None, inputs=True, outputs=True):
        from openlineage.client import event_v2, facet_v2

        columns = facet_v2.column_lineage_dataset
        identity = columns.Transformation(type="DIRECT", subtype="IDENTITY")
        made_from = columns.InputField(DATABASE, self.source, "id", transformations=[identity])
        field = facet_v2.schema_dataset.SchemaDatasetFacetFields
        return event_v2.RunEvent(
            eventType=state,
            eventTime=(START + timedelta(seconds=seconds)).isoformat(),
            run=event_v2.Run(self.id, facets=run_facets or {}),
            job=event_v2.Job(
                "warehouse",
                self.name,
                facets={
                    "jobType": facet_v2.job_type_job.JobTypeJobFacet("BATCH", "AIRFLOW", "TASK"),
                    "sql": facet_v2.sql_job.SQLJobFacet("SELECT id FROM orders"),
                },
            ),
            producer=PRODUCER,
            inputs=[
                event_v2.InputDataset(
                    DATABASE,
                    self.source,
                    facets={
                        "schema": facet_v2.schema_dataset.SchemaDatasetFacet([field("id", "BIGINT")])
                    },
                )
            ]
            if inputs
            else [],
            outputs=[
                event_v2.OutputDataset(
                    DATABASE,
                    self.target,
                    facets={
                        "columnLineage": columns.ColumnLineageDatasetFacet(
                            {"id": columns.Fields([made_from])}
                        )
                    },
                )
            ]
            if outputs
            else [],
        )

    def states(self) -> list[tuple[str, str | None]]:
        """The states, the newest first, with their results."""
        events = graph().get_timeseries_values(
            self.urn, models.DataProcessInstanceRunEventClass, filter={}, limit=10
        )
        return [(str(one.status), one.result and str(one.result.type)) for one in events]

    def check_lineage(self):
        source, target = (
            f"urn:li:dataset:(urn:li:dataPlatform:postgres,{name},PROD)"
            for name in (self.source, self.target)
        )
        reads = graph()
        lineage = reads.get_aspect(target, models.UpstreamLineageClass)
        assert [one.dataset for one in lineage.upstreams] == [source], lineage
        columns = [
            (one.upstreams, one.downstreams, one.transformOperation) for one in lineage.fineGrainedLineages
        ]
        expected = [[f"urn:li:schemaField:({urn},id)"] for urn in (source, target)]
        assert columns == [(*expected, "DIRECT:IDENTITY")], columns
        schema = reads.get_aspect(source, models.SchemaMetadataClass)
        assert [one.fieldPath for one in schema.fields] == ["id"]
        edges = reads.get_aspect(self.job, models.DataJobInputOutputClass)
        assert [one.destinationUrn for one in edges.inputDatasetEdges] == [source], edges
        assert [one.destinationUrn for one in edges.outputDatasetEdges] == [target], edges

    def check_graphql(self):
        query = """query ($urn: String!) { dataJob(urn: $urn) {
          properties { name } dataFlow { urn } runs(start: 0, count: 9) { total runs { urn created { time } } } } }"""
        job = graph().execute_graphql(query, {"urn": self.job})["dataJob"]
        assert job["properties"]["name"] == "load", job
        assert job["dataFlow"]["urn"] == self.flow, job
        run = {"urn": self.urn, "created": {"time": int(START.timestamp() * 1_000)}}
        assert job["runs"] == {"total": 1, "runs": [run]}, job


if HAS_CLIENT:
    from openlineage.client.event_v2 import DatasetEvent, JobEvent, RunState, StaticDataset
    from openlineage.client.event_v2 import Job as EventJob

    def test_a_run_that_succeeds():
        from openlineage.client import facet_v2

        run, sends = Run("succeeds"), client()
        nominal = facet_v2.nominal_time_run.NominalTimeRunFacet(START.isoformat())
        engine = facet_v2.processing_engine_run.ProcessingEngineRunFacet("2.10.0", "Airflow", "2.0.0")
        facets = {"nominalTime": nominal, "processing_engine": engine}
        for _ in range(2):
            sends.emit(run.event(RunState.START, 0, facets))
            sends.emit(run.event(RunState.RUNNING, 5))
            sends.emit(run.event(RunState.COMPLETE, 9, facets))
            assert run.states() == [("COMPLETE", "SUCCESS"), ("STARTED", None), ("STARTED", None)]
        run.check_lineage()
        run.check_graphql()

    def test_a_failure_that_arrives_before_its_start():
        from openlineage.client import facet_v2

        run, sends = Run("fails"), client(compression="gzip")
        error = facet_v2.error_message_run.ErrorMessageRunFacet("no space", "PYTHON", "Traceback: …")
        sends.emit(run.event(RunState.FAIL, 9, {"errorMessage": error}, inputs=False))
        sends.emit(run.event(RunState.START, 0, outputs=False))
        assert run.states() == [("COMPLETE", "FAILURE"), ("STARTED", None)]
        run.check_lineage()
        run.check_graphql()
        properties = graph().get_aspect(run.urn, models.DataProcessInstancePropertiesClass)
        assert properties.customProperties["errorMessage"] == "no space", properties

    def test_environment_variables():
        from openlineage.client import OpenLineageClient

        settings = {"OPENLINEAGE_URL": URL, "OPENLINEAGE_ENDPOINT": ENDPOINT, "OPENLINEAGE_API_KEY": TOKEN}
        os.environ.update(settings)
        try:
            run = Run("environment")
            OpenLineageClient().emit(run.event(RunState.COMPLETE, 0))
        finally:
            for name in settings:
                del os.environ[name]
        assert run.states() == [("COMPLETE", "SUCCESS")]
        run.check_lineage()

    def test_events_without_a_run():
        run, sends = Run("static"), client()
        event = run.event(RunState.OTHER, 0)
        job = EventJob("warehouse", run.name, facets=event.job.facets)
        common = {"eventTime": event.eventTime, "producer": PRODUCER}
        sends.emit(JobEvent(**common, job=job, inputs=event.inputs, outputs=event.outputs))
        run.check_lineage()
        static = StaticDataset(DATABASE, "shop.static", facets=event.inputs[0].facets)
        sends.emit(DatasetEvent(**common, dataset=static))
        urn = "urn:li:dataset:(urn:li:dataPlatform:postgres,shop.static,PROD)"
        assert graph().get_aspect(urn, models.SchemaMetadataClass).fields[0].nativeDataType == "BIGINT"

    def test_refusals_reach_the_client():
        run = Run("refused")
        wrong = {"auth": {"type": "api_key", "apiKey": "dhc_x"}}
        event = run.event(RunState.START, 0)
        for sends, broken in ((client(**wrong), event), (client(), run.event(RunState.START, 10**9))):
            try:
                sends.emit(broken)
            except Exception as error:
                assert any(status in str(error) for status in ("401", "400")), error
            else:
                raise AssertionError("the event was accepted")
        assert run.states() == []

else:
    print("left out: run_events, because openlineage-python is not installed")
