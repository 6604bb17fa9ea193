-- In stores without these marks, a register that was read to its end was listed, derived and shown completely.
INSERT INTO register_cursor (register, name, value)
  SELECT register, '.listed-at', max(finished_at) FROM run WHERE outcome = 'ok' GROUP BY register
  ON CONFLICT (register, name) DO NOTHING;
INSERT INTO register_cursor (register, name, value)
  SELECT register, '.shown', '' FROM register_cursor WHERE name = '.listed-at'
  ON CONFLICT (register, name) DO NOTHING;
INSERT INTO register_cursor (register, name, value)
  SELECT register, '.whole', '' FROM register_cursor WHERE name = '.listed-at'
  ON CONFLICT (register, name) DO NOTHING;
