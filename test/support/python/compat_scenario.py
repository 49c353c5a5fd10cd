"""What an application does with the clients of other services, whose base URL is that of Quarry; its findings as JSON."""

import json
import sys

from firecrawl import Firecrawl
from firecrawl.v2.types import Location, ScrapeOptions
from tavily import TavilyClient

service, key, poor, site = sys.argv[1:]


def raised(call):
    try:
        call()
    except Exception as error:
        return [type(error).__name__, getattr(error, "status_code", None)]
    return []


firecrawl = Firecrawl(api_key=key, api_url=service)
page = firecrawl.scrape(f"{site}/", formats=["markdown", "links"])
crawled = firecrawl.crawl(f"{site}/", limit=5, poll_interval=1, timeout=60, scrape_options=ScrapeOptions(formats=["markdown"]))
batch = firecrawl.batch_scrape([f"{site}/auks"], formats=["markdown"], poll_interval=1, wait_timeout=60)
found = firecrawl.search("puffin burrow", limit=1)
tavily = TavilyClient(key, api_base_url=f"{service}/compat/tavily")
print(
    json.dumps(
        {
            "scraped": [page.markdown[:7], page.links, page.metadata.status_code],
            "crawled": [crawled.status, sorted(one.metadata.title for one in crawled.data)],
            "batch": [batch.status, [one.metadata.source_url for one in batch.data]],
            "mapped": sorted(link.url for link in firecrawl.map(f"{site}/").links),
            "found": [[one.url, one.position] for one in found.web],
            "raised": [
                raised(lambda: firecrawl.scrape(f"{site}/", actions=[{"type": "wait", "milliseconds": 1}])),
                raised(lambda: firecrawl.scrape(f"{site}/", location=Location(country="DE"))),
                raised(lambda: firecrawl.scrape(f"{site}/", formats=[{"type": "json", "prompt": "Its birds"}])),
                raised(lambda: firecrawl.scrape("ftp://example.com/")),
                raised(lambda: Firecrawl(api_key="qry_live_nonsense", api_url=service).search("puffin")),
                raised(lambda: Firecrawl(api_key=poor, api_url=service).search("puffin")),
                raised(lambda: TavilyClient("qry_live_nonsense", api_base_url=tavily.base_url).search("puffin")),
                raised(lambda: TavilyClient(poor, api_base_url=tavily.base_url).search("puffin")),
            ],
            "tavily_search": [one["url"] for one in tavily.search("puffin burrow", max_results=1)["results"]],
            "tavily_crawl": sorted(one["url"] for one in tavily.crawl(f"{site}/", limit=5)["results"]),
        }
    )
)
