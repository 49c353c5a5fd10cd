# Generated from ../_async by `npm run generate`.
