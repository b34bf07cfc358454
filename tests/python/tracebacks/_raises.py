def function(d):
    return d["missing"]


value = function({})
