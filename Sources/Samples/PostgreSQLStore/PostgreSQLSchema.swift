#if PostgreSQL
import SampleStore

/// The tables of the stores on a server.
///
/// Each participant has a schema of tables, `heartcam_7`, and only the roles that were admitted have a right on it and on
/// them. A role has no right on a table with another's rows: PostgreSQL says of such a table what no policy hides, as
/// how many rows a condition finds. Nor may it name such a table: PostgreSQL asks for rights on a table after it has planned
/// a query, and how long that takes shows which values are frequent. A session finds its
/// participant's tables by its search path, so the statements of this room name no participant.
enum PostgreSQLSchema {
  /// The version of these tables. Those of version 1 held all participants' rows, with a policy each; those of version 2
  /// could be named by everybody.
  static let version: Int64 = 3

  /// The lock that a session holds while it makes the tables.
  static let lock: Int64 = 0x4843_414D

  /// The number of characters of a text in an index.
  static let beginning = 300

  // MARK: Tables of every engine

  /// A participant's table, made where the search path leads. The columns of `StoreTable` hold what SQLite's do bit for bit.
  private static func creation(of table: StoreTable) -> String {
    func list(_ columns: [String]) -> String { "(" + columns.joined(separator: ", ") + ")" }
    var lines = table.columns.map { column in
      "\(column.name) \(type(of: column))" + (column.isOptional ? "" : " NOT NULL")
        + (column.initial.map { " DEFAULT \($0)" } ?? "")
        + (column.kind == .rowNumber ? " DEFAULT nextval('\(table.name)_id')" : "")
        + (column.condition.map { " CHECK (\($0))" } ?? "")
    }
    // An index can hold no long text.
    if table == .metadata {
      lines.append(
        """
        text_beginning text COLLATE "C" GENERATED ALWAYS AS (left(text, \(beginning))) STORED
        """)
    }
    if let condition = table.condition { lines.append("CHECK (\(condition))") }
    lines.append("PRIMARY KEY \(list(table.key))")
    lines += table.unique.map { "UNIQUE \(list([$0]))" }
    // A reference costs a look into the other table for each row, so a row has only those by which
    // it is deleted with its whole. The check finds all other missing rows.
    for column in table.columns {
      guard let reference = column.reference, reference.isPart else { continue }
      lines.append(
        "FOREIGN KEY \(list([column.name])) REFERENCES \(reference.table.name) ON DELETE CASCADE")
    }
    if let whole = table.whole {
      lines.append(
        "FOREIGN KEY \(list(whole.columns)) REFERENCES \(whole.table.name) ON DELETE CASCADE")
    }
    let made =
      (table.columns[0].kind == .rowNumber ? ["CREATE SEQUENCE \(table.name)_id AS integer"] : [])
      + ["CREATE TABLE \"\(table.name)\" \(list(lines))"]
      + (table.indices + (ownIndices[table.name] ?? [])).map { $0.creation(on: table.name) }
    return made.map { $0 + ";" }.joined(separator: "\n")
  }

  /// Texts are compared by their bytes, whatever the database's language.
  private static func type(of column: StoreTable.Column) -> String {
    switch column.kind {
    case .rowNumber, .integer: "integer"
    case .historyNumber, .long: "bigint"
    case .real: "double precision"
    case .text: "text COLLATE \"C\""
    case .bytes: "bytea"
    case .identifier: "uuid"
    }
  }

  private static let ownIndices: [String: [StoreTable.Index]] = [
    "sample": [.init("sample_inserted", on: ["type", "id"])],
    "metadata": [
      .init(
        "metadata_text", on: ["key", "text_beginning"], where: "text_beginning IS NOT NULL")
    ],
    "record_field": [
      .init("record_field_value", on: ["key", "left(text, \(beginning))", "number"])
    ],
  ]

  /// Tables of a participant that only this engine has. A writer is a connection; its turn shows
  /// whether a commit whose answer was lost was done.
  private static let others = [
    StoreTable("history", [.init("name", .text), .init("last", .long, initial: "0")]),
    StoreTable(
      "writer",
      [.init("id", .identifier), .init("turn", .long), .init("at", .real, initial: now)]),
  ]

  /// Seconds since 1970.
  static let now = "extract(epoch FROM now())"

  static let tables = StoreTable.all + others

  // MARK: Functions

  /// The body of `place`: the number of a participant to which the caller was admitted. The rights
  /// of all are checked before any name, so that the duration reveals nothing about who takes part.
  static let placeBody = """

      DECLARE
        admitted integer[] := ARRAY(SELECT substr(nspname, 10)::integer
          FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
          WHERE relname = 'store' AND nspname ~ '^heartcam_[0-9]+$'
            AND has_table_privilege(session_user, pg_class.oid, 'SELECT'));
      BEGIN
        RETURN (SELECT id FROM (SELECT id, known.name FROM heartcam.participant AS known
          WHERE id = ANY (admitted) OFFSET 0) AS own WHERE own.name = place.name);
      END
    """

  private static let functions = """
    CREATE OR REPLACE FUNCTION place(name text) RETURNS integer
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      AS $$\(placeBody)$$;

    CREATE OR REPLACE FUNCTION choose(name text) RETURNS text LANGUAGE plpgsql AS $$
      DECLARE
        number integer := heartcam.place(name);
      BEGIN
        IF number IS NULL THEN
          RAISE insufficient_privilege
            USING MESSAGE = 'there is no such participant, or this role was not admitted to it';
        END IF;
        -- By whole names: whoever asks may have others' functions in the search path.
        RETURN pg_catalog.set_config('search_path', pg_catalog.format('heartcam_%s, heartcam', number), false);
      END $$;

    CREATE OR REPLACE FUNCTION length(identifier uuid) RETURNS integer
      LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 16;

    -- All that is made is the owner's, also if a member of the owner or a superuser asks.
    CREATE OR REPLACE FUNCTION add_participant(name text) RETURNS integer
      LANGUAGE plpgsql SET search_path = heartcam, pg_temp AS $$
      DECLARE
        number integer;
        asking text := current_setting('role');
      BEGIN
        LOCK TABLE participant IN EXCLUSIVE MODE;
        SELECT id INTO number FROM participant AS known WHERE known.name = add_participant.name;
        IF FOUND THEN RETURN number; END IF;
        PERFORM set_config('role', pg_get_userbyid(nspowner), true) FROM pg_namespace
          WHERE nspname = 'heartcam';
        INSERT INTO participant (name) VALUES (add_participant.name) RETURNING id INTO number;
        EXECUTE format('CREATE SCHEMA heartcam_%s', number);
        PERFORM set_config('search_path', 'heartcam_' || number, true);
        EXECUTE $tables$\(tables.map(creation).joined(separator: "\n"))$tables$;
        INSERT INTO store (uuid) VALUES (gen_random_uuid());
        INSERT INTO history (name) VALUES ('sample'), ('tombstone');
        EXECUTE $views$\(views)\(comments(ofAll: false))$views$;
        PERFORM set_config('role', asking, true);
        RETURN number;
      END $$;

    CREATE OR REPLACE FUNCTION admit(role name, participant text) RETURNS void
      LANGUAGE plpgsql SET search_path = heartcam, pg_temp AS $$
      BEGIN
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA heartcam_%1$s TO %2$I;'
          ' GRANT USAGE ON ALL SEQUENCES IN SCHEMA heartcam_%1$s TO %2$I; GRANT USAGE ON SCHEMA heartcam_%1$s TO %2$I',
          add_participant(admit.participant), admit.role);
      END $$;

    CREATE OR REPLACE FUNCTION dismiss(role name, participant text) RETURNS void
      LANGUAGE plpgsql SET search_path = heartcam, pg_temp AS $$
      DECLARE
        number integer;
      BEGIN
        LOCK TABLE participant IN EXCLUSIVE MODE;
        SELECT id INTO STRICT number FROM participant AS known WHERE known.name = dismiss.participant;
        EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA heartcam_%1$s FROM %2$I;'
          ' REVOKE ALL ON ALL SEQUENCES IN SCHEMA heartcam_%1$s FROM %2$I;'
          ' REVOKE ALL ON SCHEMA heartcam_%1$s FROM %2$I', number, dismiss.role);
      END $$;

    -- Planned for one participant after another: a plan for all at once takes minutes for a few hundred.
    CREATE OR REPLACE FUNCTION of_all(view text) RETURNS SETOF record
      LANGUAGE plpgsql STABLE SET search_path = heartcam, pg_temp AS $$
      DECLARE
        person record;
      BEGIN
        FOR person IN SELECT id, name FROM participant ORDER BY name LOOP
          RETURN QUERY EXECUTE
            format('SELECT %L::text, * FROM heartcam_%s.%I', person.name, person.id, view);
        END LOOP;
      END $$;

    REVOKE EXECUTE ON FUNCTION add_participant(text), admit(name, text), dismiss(name, text), of_all(text)
      FROM PUBLIC;
    """

  // MARK: The whole

  /// Every role may name the table of names, so plans know none of them: their statistics go with the type.
  private static let unknownNames =
    "ALTER TABLE participant ALTER name TYPE text COLLATE \"C\", ALTER name SET STATISTICS 0;"

  /// The SQL that creates the tables in a database without them.
  static let creation: String = """
    CREATE SCHEMA heartcam;
    SET LOCAL search_path = heartcam, pg_temp;
    CREATE TABLE version (version integer NOT NULL);
    INSERT INTO version VALUES (\(version));
    CREATE TABLE participant (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text COLLATE "C" NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 200)
    );
    \(unknownNames)
    \(functions)
    \(viewsOfAll)
    \(comments(ofAll: true))
    GRANT USAGE ON SCHEMA heartcam TO PUBLIC;
    GRANT SELECT ON version TO PUBLIC;
    """

  /// Returns the SQL that brings tables of an earlier version up to this one.
  static func upgrade(from version: Int) -> String { version == 1 ? separation : restriction }

  /// The SQL that lets only admitted roles name the tables of version 2.
  private static let restriction = """
    SET LOCAL search_path = heartcam, pg_temp;
    \(functions)
    \(unknownNames)
    DO $$
      DECLARE
        admission text;
      BEGIN
        FOR admission IN SELECT format('REVOKE ALL ON SCHEMA %1$I FROM PUBLIC; GRANT USAGE ON SCHEMA %1$I TO %2$s',
            nspname, grantee::regrole) FROM pg_class, pg_namespace, aclexplode(relacl)
          WHERE relnamespace = pg_namespace.oid AND relname = 'store' AND nspname ~ '^heartcam_[0-9]+$'
            AND privilege_type = 'SELECT'
        LOOP EXECUTE admission; END LOOP;
      END $$;
    UPDATE version SET version = \(version);
    """

  /// The SQL that gives each participant of version 1 separate tables.
  private static let separation: String = """
    ALTER SCHEMA heartcam RENAME TO heartcam_before;
    \(creation)
    DO $$
      DECLARE
        person record;
        entry text;
        columns text;
        number integer;
      BEGIN
        FOR entry IN SELECT relname FROM pg_class
          WHERE relnamespace = 'heartcam_before'::regnamespace AND relforcerowsecurity
        LOOP
          EXECUTE format('ALTER TABLE heartcam_before.%I NO FORCE ROW LEVEL SECURITY', entry);
        END LOOP;
        FOR person IN SELECT id, name FROM heartcam_before.participant ORDER BY id LOOP
          number := add_participant(person.name);
          FOREACH entry IN ARRAY '{\(tables.map(\.name).joined(separator: ","))}'::text[] LOOP
            CONTINUE WHEN entry = 'writer';
            SELECT string_agg(attname, ', ') INTO columns FROM pg_attribute
              WHERE attrelid = format('heartcam_before.%I', entry)::regclass AND attnum > 0
                AND NOT attisdropped AND attgenerated = '' AND attname <> 'participant';
            EXECUTE format('DELETE FROM heartcam_%1$s.%2$I; INSERT INTO heartcam_%1$s.%2$I (%3$s)'
              ' SELECT %3$s FROM heartcam_before.%2$I WHERE participant = %4$s',
              number, entry, columns, person.id);
          END LOOP;
          FOREACH entry IN ARRAY '{\(numberedTables)}'::text[] LOOP
            EXECUTE format('SELECT setval(''heartcam_%1$s.%2$s_id'', coalesce(max(id), 0) + 1, false)'
              ' FROM heartcam_%1$s.%2$I', number, entry);
          END LOOP;
          PERFORM admit(access.role, person.name) FROM heartcam_before.access
            JOIN pg_roles ON rolname = access.role WHERE participant = person.id;
        END LOOP;
      END $$;
    DROP SCHEMA heartcam_before CASCADE;
    """

  private static let numberedTables = StoreTable.all.filter { $0.columns[0].kind == .rowNumber }
    .map(\.name).joined(separator: ",")
}
#endif
