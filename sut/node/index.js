"use strict";

const codecs = require("./lib/codecs");
const { Program } = require("./lib/program");

module.exports = {
  Program,
  Refused: codecs.Refused,
  any: codecs.any,
  bigint: codecs.bigint,
  bool: codecs.bool,
  constants: codecs.constants,
  custom: codecs.custom,
  int: codecs.int,
  list: codecs.list,
  map: codecs.map,
  object: codecs.object,
  optional: codecs.optional,
  record: codecs.record,
  set: codecs.set,
  string: codecs.string,
  tuple: codecs.tuple,
};
