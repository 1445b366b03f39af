"""What a reading statement may call. Whatever is not in these lists does not run.

Names are compared without case, as one of the servers does. Procedures that read and yet have effects (they clear
caches, end other people's work), that tell of the server, or that cost without bound are left out.
"""

from __future__ import annotations

FUNCTIONS = frozenset({
    # of any value
    "coalesce", "elementid", "endnode", "exists", "head", "id", "isempty", "keys", "labels", "last", "length",
    "nodes", "nullif", "properties", "randomuuid", "range", "relationships", "reverse", "size", "startnode", "tail",
    "timestamp", "toboolean", "tobooleanlist", "tobooleanornull", "tofloat", "tofloatlist", "tofloatornull",
    "tointeger", "tointegerlist", "tointegerornull", "tostring", "tostringlist", "tostringornull", "type", "valuetype",
    # aggregates
    "avg", "collect", "count", "max", "min", "percentilecont", "percentiledisc", "stdev", "stdevp", "sum",
    # numbers
    "abs", "acos", "asin", "atan", "atan2", "ceil", "cos", "cosh", "cot", "coth", "degrees", "e", "exp", "floor",
    "haversin", "isnan", "log", "log10", "pi", "radians", "rand", "round", "sign", "sin", "sinh", "sqrt", "tan", "tanh",
    # text
    "btrim", "char_length", "character_length", "left", "lower", "ltrim", "normalize", "replace", "right", "rtrim",
    "split", "substring", "tolower", "toupper", "trim", "upper",
    # time and space
    "date", "date.realtime", "date.statement", "date.transaction", "date.truncate", "datetime",
    "datetime.fromepoch", "datetime.fromepochmillis", "datetime.realtime", "datetime.statement",
    "datetime.transaction", "datetime.truncate", "duration", "duration.between", "duration.indays",
    "duration.inmonths", "duration.inseconds", "localdatetime", "localdatetime.realtime", "localdatetime.statement",
    "localdatetime.transaction", "localdatetime.truncate", "localtime", "localtime.realtime", "localtime.statement",
    "localtime.transaction", "localtime.truncate", "time", "time.realtime", "time.statement", "time.transaction",
    "time.truncate", "distance", "point", "point.distance", "point.withinbbox",
    # vectors
    "vector.similarity.cosine", "vector.similarity.euclidean",
})  # fmt: skip

PROCEDURES = frozenset({
    "db.labels", "db.relationshiptypes", "db.propertykeys", "db.schema.visualization", "db.schema.nodetypeproperties",
    "db.schema.reltypeproperties", "db.index.fulltext.querynodes", "db.index.fulltext.queryrelationships",
    "db.index.vector.querynodes", "db.index.vector.queryrelationships", "db.info", "db.ping", "dbms.components",
})  # fmt: skip
