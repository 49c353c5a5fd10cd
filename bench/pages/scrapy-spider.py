"""Crawls the sites of its arguments and writes the text of each page as JSON lines: the peer of `bench -- crawl`."""

import json
import sys

import scrapy
import trafilatura
from scrapy.crawler import CrawlerProcess

FOUND = open(sys.argv[1], "w", encoding="utf-8")


class Pages(scrapy.Spider):
    name = "pages"
    start_urls = sys.argv[2:]

    def parse(self, response):
        text = trafilatura.extract(response.text, output_format="markdown", include_links=True)
        FOUND.write(json.dumps({"url": response.url, "text": text}) + "\n")
        if response.url.endswith("/"):
            yield from response.follow_all(css="a")


process = CrawlerProcess(
    {"LOG_ENABLED": False, "ROBOTSTXT_OBEY": True, "CONCURRENT_REQUESTS": 16, "CONCURRENT_REQUESTS_PER_DOMAIN": 1, "DOWNLOAD_DELAY": 0}
)
process.crawl(Pages)
process.start()
FOUND.close()
