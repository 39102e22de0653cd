"""Bodies of the REST pages, both ways. The OpenAPI page and the TypeScript types are made from them."""
