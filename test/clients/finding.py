"""`datahub search`: what it finds, its filters and facets, as JSON and as a table."""

import json

import searching as made
from searching import ALL, CHART, CLICKS, DATABASE, EVENTS, GONE, ORDERS, PAGES, STORE, TAG

from cli import Failed, printed


def search(*args: str) -> dict:
    made.client()
    return json.loads(printed("search", "query", *args, "--format", "json"))


def urns(*args: str) -> list:
    return [one["entity"]["urn"] for one in search(*args, "--limit", "50")["searchResults"]]


def facet(answer: dict, name: str) -> dict:
    (found,) = [one for one in answer["facets"] if one["field"] == name]
    return {one["value"]: one["count"] for one in found["aggregations"]}


def test_json():
    answer = search("searching orders")
    assert (answer["start"], answer["total"]) == (0, 1), answer
    (hit,) = [one["entity"] for one in answer["searchResults"]]
    assert hit["urn"] == ORDERS and hit["type"] == "DATASET", hit
    assert hit["properties"]["name"] == "Orders" and hit["platform"]["urn"] == STORE, hit
    assert facet(answer, "_entityType") == {"DATASET": 1}, answer
    assert search("searchingnothing")["searchResults"] == []


def test_table():
    made.client()
    table = printed("search", "query", "searching.shop", "--table")
    assert "Showing 1-2 of 2 results" in table and "Order events" in table, table
    assert "Clicks" not in table and "Gone" not in table, table
    assert "No results found" in printed("search", "query", "searchingnothing", "--table")
    lines = printed("search", "query", "searching.shop", "--urns-only").split()
    assert sorted(lines) == sorted([ORDERS, EVENTS]), lines


def test_filters():
    made.equal(urns("*", "--filter", f"tag={TAG}"), {ORDERS, EVENTS, CLICKS, CHART})
    made.equal(urns("*", "--filter", "platform=searching", "--filter", "entity_type=dataset"), {ORDERS, EVENTS})
    both = ("--filter", "platform=searching,searchingweb", "--filter", "env=PROD")
    made.equal(urns("*", *both), {ORDERS, CLICKS, PAGES, DATABASE})
    where = f"platform = searching AND env = PROD AND NOT tag = '{TAG}'"
    made.equal(urns("*", "--where", where), {DATABASE})
    some = {"and": [{"platform": ["searching"]}, {"not": {"tag": [TAG]}}]}
    made.equal(urns("*", "--filters", json.dumps(some)), {DATABASE})
    made.equal(urns("searching", "--filters", '{"status": "ONLY_SOFT_DELETED"}'), {GONE})
    made.equal(ALL & set(urns("searching web")), {CLICKS, PAGES})


def test_pages_and_order():
    datasets = ("--filter", "platform=searching,searchingweb", "--filter", "entity_type=dataset")
    order = (*datasets, "--sort-by", "name")
    expected = [CLICKS, EVENTS, ORDERS, PAGES]
    assert urns("*", *order) == expected[::-1], urns("*", *order)
    order = (*order, "--sort-order", "asc")
    assert urns("*", *order) == expected, urns("*", *order)
    pages = [search("*", *order, "--limit", "3", "--offset", str(offset)) for offset in (0, 3, 6)]
    assert [one["entity"]["urn"] for page in pages for one in page["searchResults"]] == expected
    assert {page["total"] for page in pages} == {4}


def test_facets_only():
    only = ("*", "--filter", "platform=searching,searchingweb", "--facets-only")
    answer = search(*only)
    assert facet(answer, "_entityType") == {"DATASET": 4, "CHART": 1, "CONTAINER": 1}, answer
    # What the filter matches: two of the three datasets have the tag on a column only.
    assert facet(answer, "tags")[TAG] == 4, answer
    assert facet(answer, "platform")[STORE] == 4, answer
    table = printed("search", "query", *only, "--table")
    assert "Tagged With (tags):" in table and "DATASET" in table, table


def test_what_a_search_cant_be():
    for args, said in (
        (("/q searching AND (", "--limit", "1"), "at character"),
        (("*", "--filters", '{"field": "colour", "condition": "EQUAL", "values": ["red"]}'), "colour"),
    ):
        try:
            search(*args)
        except Failed as error:
            assert said in str(error), error
        else:
            raise AssertionError(f"{args} is taken")
