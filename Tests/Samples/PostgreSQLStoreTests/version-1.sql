SET check_function_bodies = false;
CREATE SCHEMA heartcam;
CREATE FUNCTION heartcam.add_participant(name text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'heartcam', 'pg_temp'
    AS $$
  DECLARE
    before text := current_setting('heartcam.participant', true);
  BEGIN
    INSERT INTO participant (name) VALUES (add_participant.name) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM set_config('heartcam.participant', add_participant.name, true);
    INSERT INTO store (uuid) VALUES (gen_random_uuid());
    INSERT INTO history (name) VALUES ('sample'), ('tombstone');
    PERFORM set_config('heartcam.participant', coalesce(before, ''), true);
  END $$;
CREATE FUNCTION heartcam.admit(role name, participant text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'heartcam', 'pg_temp'
    AS $$
  DECLARE
    entry name;
  BEGIN
    -- Two grants on one table at once fail.
    PERFORM pg_advisory_xact_lock(1212367181);
    PERFORM add_participant(admit.participant);
    INSERT INTO access SELECT id, admit.role FROM participant AS known
      WHERE known.name = admit.participant ON CONFLICT DO NOTHING;
    EXECUTE format('GRANT USAGE ON SCHEMA heartcam TO %I', admit.role);
    EXECUTE format('GRANT SELECT ON version, samples, heart_rates TO %I', admit.role);
    FOR entry IN SELECT relname FROM pg_class
      WHERE relnamespace = 'heartcam'::regnamespace AND relrowsecurity
    LOOP
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO %I', entry, admit.role);
    END LOOP;
  END $$;
CREATE FUNCTION heartcam.dismiss(role name, participant text) RETURNS void
    LANGUAGE sql
    SET search_path TO 'heartcam', 'pg_temp'
    AS $$
    DELETE FROM access USING participant AS known
    WHERE known.id = access.participant AND known.name = dismiss.participant
      AND access.role = dismiss.role
  $$;
CREATE FUNCTION heartcam.guard() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'heartcam', 'pg_temp'
    AS $$
  DECLARE
    entry record;
    grantee name;
  BEGIN
    FOR entry IN
      SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
      WHERE relnamespace = 'heartcam'::regnamespace AND relkind = 'r'
        AND attname = 'participant' AND relname <> 'access'
    LOOP
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', entry.relname);
      EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', entry.relname);
      EXECUTE format('DROP POLICY IF EXISTS own ON %I', entry.relname);
      EXECUTE format('CREATE POLICY own ON %I USING (participant = (SELECT present()))'
        ' WITH CHECK (participant = (SELECT present()))', entry.relname);
      FOR grantee IN SELECT DISTINCT role FROM access JOIN pg_roles ON rolname = role LOOP
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO %I', entry.relname, grantee);
      END LOOP;
    END LOOP;
  END $$;
CREATE FUNCTION heartcam.length(identifier uuid) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN 16;
CREATE FUNCTION heartcam.present() RETURNS integer
    LANGUAGE plpgsql STABLE SECURITY DEFINER PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  DECLARE
    found integer;
    other integer;
    admitted boolean;
    belongs boolean;
    owns boolean;
  BEGIN
    SELECT id INTO found FROM heartcam.participant
      WHERE name = current_setting('heartcam.participant', true);
    -- Of a name that nobody has, the same is asked of another: how long it takes would say who takes part.
    SELECT min(participant) INTO other FROM heartcam.access WHERE role <> session_user;
    other = coalesce(found, other);
    SELECT EXISTS (SELECT 1 FROM heartcam.access
      WHERE participant = other AND role = session_user) INTO admitted;
    IF NOT admitted THEN
      SELECT EXISTS (SELECT 1 FROM heartcam.access JOIN pg_roles ON rolname = role
        WHERE participant = other AND pg_has_role(session_user, pg_roles.oid, 'MEMBER'))
        INTO belongs;
      SELECT pg_has_role(session_user,
        (SELECT nspowner FROM pg_namespace WHERE nspname = 'heartcam'), 'MEMBER') INTO owns;
    END IF;
    IF admitted OR belongs OR owns THEN
      RETURN found;
    END IF;
    RETURN NULL;
  END $$;
CREATE TABLE heartcam.access (
    participant integer NOT NULL,
    role name NOT NULL
);
CREATE TABLE heartcam."authorization" (
    participant integer DEFAULT heartcam.present() NOT NULL,
    bundle_identifier text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    sharing integer NOT NULL,
    reading integer NOT NULL
);
ALTER TABLE ONLY heartcam."authorization" FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.background_delivery (
    participant integer DEFAULT heartcam.present() NOT NULL,
    bundle_identifier text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    frequency integer NOT NULL,
    delivered_change bigint NOT NULL,
    delivered_at double precision
);
ALTER TABLE ONLY heartcam.background_delivery FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.correlation_member (
    participant integer DEFAULT heartcam.present() NOT NULL,
    correlation bigint NOT NULL,
    member bigint NOT NULL,
    is_own integer NOT NULL,
    CONSTRAINT correlation_member_check CHECK ((correlation <> member)),
    CONSTRAINT correlation_member_is_own_check CHECK ((is_own = ANY (ARRAY[0, 1])))
);
ALTER TABLE ONLY heartcam.correlation_member FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.device (
    participant integer DEFAULT heartcam.present() NOT NULL,
    id integer NOT NULL,
    name text COLLATE pg_catalog."C",
    manufacturer text COLLATE pg_catalog."C",
    model text COLLATE pg_catalog."C",
    hardware_version text COLLATE pg_catalog."C",
    firmware_version text COLLATE pg_catalog."C",
    software_version text COLLATE pg_catalog."C",
    local_identifier text COLLATE pg_catalog."C",
    udi_device_identifier text COLLATE pg_catalog."C"
);
ALTER TABLE ONLY heartcam.device FORCE ROW LEVEL SECURITY;
ALTER TABLE heartcam.device ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME heartcam.device_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE heartcam.metadata (
    participant integer DEFAULT heartcam.present() NOT NULL,
    sample bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    kind integer NOT NULL,
    text text COLLATE pg_catalog."C",
    number double precision,
    unit integer,
    text_beginning text GENERATED ALWAYS AS ("left"(text, 300)) STORED COLLATE pg_catalog."C",
    CONSTRAINT metadata_check CHECK (((text IS NULL) <> (number IS NULL)))
);
ALTER TABLE ONLY heartcam.metadata FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.sample (
    participant integer DEFAULT heartcam.present() NOT NULL,
    type integer NOT NULL,
    id bigint NOT NULL,
    uuid uuid NOT NULL,
    start_time double precision NOT NULL,
    end_time double precision NOT NULL,
    value double precision,
    given_value double precision,
    created_time double precision,
    source integer NOT NULL,
    unit integer,
    device integer,
    CONSTRAINT sample_check CHECK ((end_time >= start_time))
);
ALTER TABLE ONLY heartcam.sample FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.sample_type (
    participant integer DEFAULT heartcam.present() NOT NULL,
    id integer NOT NULL,
    identifier text NOT NULL COLLATE pg_catalog."C",
    kind integer NOT NULL,
    unit integer,
    aggregation integer,
    longest double precision DEFAULT 0 NOT NULL,
    change bigint DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY heartcam.sample_type FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.source (
    participant integer DEFAULT heartcam.present() NOT NULL,
    id integer NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    bundle_identifier text NOT NULL COLLATE pg_catalog."C",
    version text COLLATE pg_catalog."C",
    product_type text COLLATE pg_catalog."C",
    operating_system_version text COLLATE pg_catalog."C"
);
ALTER TABLE ONLY heartcam.source FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.unit (
    participant integer DEFAULT heartcam.present() NOT NULL,
    id integer NOT NULL,
    symbol text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY heartcam.unit FORCE ROW LEVEL SECURITY;
CREATE VIEW heartcam.samples WITH (security_barrier='true') AS
 SELECT sample.uuid AS id,
    sample_type.identifier AS type,
    to_timestamp((sample.start_time + (978307200)::double precision)) AS start,
    to_timestamp((sample.end_time + (978307200)::double precision)) AS "end",
    COALESCE(sample.given_value, sample.value) AS value,
    COALESCE(unit.symbol, own.symbol) AS unit,
    source.name AS source,
    source.bundle_identifier,
    source.version AS source_version,
    device.name AS device,
    to_timestamp((sample.created_time + (978307200)::double precision)) AS created
   FROM (((((heartcam.sample
     JOIN heartcam.sample_type ON (((sample_type.participant = sample.participant) AND (sample_type.id = sample.type))))
     JOIN heartcam.source ON (((source.participant = sample.participant) AND (source.id = sample.source))))
     LEFT JOIN heartcam.unit ON (((unit.participant = sample.participant) AND (unit.id = sample.unit))))
     LEFT JOIN heartcam.unit own ON (((own.participant = sample.participant) AND (own.id = sample_type.unit))))
     LEFT JOIN heartcam.device ON (((device.participant = sample.participant) AND (device.id = sample.device))))
  WHERE (sample.participant = ( SELECT heartcam.present() AS present));
CREATE VIEW heartcam.heart_rates WITH (security_barrier='true') AS
 SELECT samples.id,
    samples.start,
    samples."end",
        CASE samples.unit
            WHEN 'count/min'::text THEN samples.value
            ELSE (sample.value * (60)::double precision)
        END AS beats_per_minute,
    low.number AS low,
    high.number AS high,
    quality.number AS quality,
    samples.source,
    recording.text AS recording
   FROM (((((heartcam.samples
     JOIN heartcam.sample ON (((sample.uuid = samples.id) AND (sample.participant = ( SELECT heartcam.present() AS present)))))
     LEFT JOIN heartcam.metadata low ON (((low.participant = sample.participant) AND (low.sample = sample.id) AND (low.key = 'HeartcamLow'::text))))
     LEFT JOIN heartcam.metadata high ON (((high.participant = sample.participant) AND (high.sample = sample.id) AND (high.key = 'HeartcamHigh'::text))))
     LEFT JOIN heartcam.metadata quality ON (((quality.participant = sample.participant) AND (quality.sample = sample.id) AND (quality.key = 'HeartcamQuality'::text))))
     LEFT JOIN heartcam.metadata recording ON (((recording.participant = sample.participant) AND (recording.sample = sample.id) AND (recording.key = 'HeartcamRecording'::text))))
  WHERE (samples.type = 'HKQuantityTypeIdentifierHeartRate'::text);
CREATE TABLE heartcam.heartbeat_series (
    participant integer DEFAULT heartcam.present() NOT NULL,
    sample bigint NOT NULL,
    beats bytea NOT NULL
);
ALTER TABLE ONLY heartcam.heartbeat_series FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.history (
    participant integer DEFAULT heartcam.present() NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    last bigint DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY heartcam.history FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.participant (
    id integer NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT participant_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);
ALTER TABLE heartcam.participant ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME heartcam.participant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE heartcam.profile (
    participant integer DEFAULT heartcam.present() NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY heartcam.profile FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.quantity_series (
    participant integer DEFAULT heartcam.present() NOT NULL,
    sample bigint NOT NULL,
    quantities bytea NOT NULL
);
ALTER TABLE ONLY heartcam.quantity_series FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.record (
    participant integer DEFAULT heartcam.present() NOT NULL,
    sample bigint NOT NULL,
    document text NOT NULL COLLATE pg_catalog."C",
    series bytea
);
ALTER TABLE ONLY heartcam.record FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.record_field (
    participant integer DEFAULT heartcam.present() NOT NULL,
    sample bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    text text COLLATE pg_catalog."C",
    number double precision,
    CONSTRAINT record_field_check CHECK (((text IS NULL) <> (number IS NULL)))
);
ALTER TABLE ONLY heartcam.record_field FORCE ROW LEVEL SECURITY;
ALTER TABLE heartcam.sample_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME heartcam.sample_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE heartcam.saved_content (
    participant integer DEFAULT heartcam.present() NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    text text NOT NULL COLLATE pg_catalog."C",
    sample bigint NOT NULL
);
ALTER TABLE ONLY heartcam.saved_content FORCE ROW LEVEL SECURITY;
ALTER TABLE heartcam.source ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME heartcam.source_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE heartcam.source_priority (
    participant integer DEFAULT heartcam.present() NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    bundle_identifier text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY heartcam.source_priority FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.store (
    participant integer DEFAULT heartcam.present() NOT NULL,
    id integer DEFAULT 1 NOT NULL,
    uuid uuid NOT NULL,
    purged_through bigint DEFAULT 0 NOT NULL,
    CONSTRAINT store_id_check CHECK ((id = 1))
);
ALTER TABLE ONLY heartcam.store FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.tombstone (
    participant integer DEFAULT heartcam.present() NOT NULL,
    id bigint NOT NULL,
    uuid uuid NOT NULL,
    type integer NOT NULL,
    source integer NOT NULL,
    deleted_at double precision NOT NULL,
    sync_identifier text COLLATE pg_catalog."C",
    sync_version double precision
);
ALTER TABLE ONLY heartcam.tombstone FORCE ROW LEVEL SECURITY;
ALTER TABLE heartcam.unit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME heartcam.unit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE heartcam.version (
    version integer NOT NULL
);
CREATE TABLE heartcam.workout (
    participant integer DEFAULT heartcam.present() NOT NULL,
    sample bigint NOT NULL,
    active_duration double precision NOT NULL
);
ALTER TABLE ONLY heartcam.workout FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.workout_event (
    participant integer DEFAULT heartcam.present() NOT NULL,
    workout bigint NOT NULL,
    "position" integer NOT NULL,
    kind integer NOT NULL,
    start_time double precision NOT NULL,
    end_time double precision NOT NULL,
    CONSTRAINT workout_event_check CHECK ((end_time >= start_time))
);
ALTER TABLE ONLY heartcam.workout_event FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.workout_event_metadata (
    participant integer DEFAULT heartcam.present() NOT NULL,
    workout bigint NOT NULL,
    "position" integer NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    kind integer NOT NULL,
    text text COLLATE pg_catalog."C",
    number double precision,
    unit integer,
    CONSTRAINT workout_event_metadata_check CHECK (((text IS NULL) <> (number IS NULL)))
);
ALTER TABLE ONLY heartcam.workout_event_metadata FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.workout_sample (
    participant integer DEFAULT heartcam.present() NOT NULL,
    workout bigint NOT NULL,
    sample bigint NOT NULL
);
ALTER TABLE ONLY heartcam.workout_sample FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.workout_total (
    participant integer DEFAULT heartcam.present() NOT NULL,
    workout bigint NOT NULL,
    type integer NOT NULL,
    value double precision NOT NULL,
    given_value double precision NOT NULL,
    unit integer NOT NULL
);
ALTER TABLE ONLY heartcam.workout_total FORCE ROW LEVEL SECURITY;
CREATE TABLE heartcam.writer (
    participant integer DEFAULT heartcam.present() NOT NULL,
    id uuid NOT NULL,
    turn bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY heartcam.writer FORCE ROW LEVEL SECURITY;
INSERT INTO heartcam.history VALUES (1, 'tombstone', 0);
INSERT INTO heartcam.history VALUES (2, 'tombstone', 0);
INSERT INTO heartcam.history VALUES (2, 'sample', 2);
INSERT INTO heartcam.history VALUES (1, 'sample', 3);
INSERT INTO heartcam.metadata VALUES (1, 1, 'HKWasUserEntered', 4, NULL, 1, NULL, DEFAULT);
INSERT INTO heartcam.metadata VALUES (1, 2, 'HKWasUserEntered', 4, NULL, 1, NULL, DEFAULT);
INSERT INTO heartcam.metadata VALUES (2, 1, 'HKWasUserEntered', 4, NULL, 1, NULL, DEFAULT);
INSERT INTO heartcam.metadata VALUES (2, 2, 'HKWasUserEntered', 4, NULL, 1, NULL, DEFAULT);
INSERT INTO heartcam.metadata VALUES (1, 3, 'HKWasUserEntered', 4, NULL, 1, NULL, DEFAULT);
INSERT INTO heartcam.participant OVERRIDING SYSTEM VALUE VALUES (1, 'P01');
INSERT INTO heartcam.participant OVERRIDING SYSTEM VALUE VALUES (2, 'P02');
INSERT INTO heartcam.sample VALUES (1, 1, 1, 'dbbe3dc7-5aab-4bfb-abc2-940325ffd7f0', 817492187.4486815, 817492187.4486815, 1, 60, NULL, 1, 2, NULL);
INSERT INTO heartcam.sample VALUES (1, 2, 2, 'eccb1df1-7d4c-4e25-924d-7f44e21d1224', 817492187.7596548, 817492187.7596548, 70, 70, NULL, 1, 3, NULL);
INSERT INTO heartcam.sample VALUES (2, 3, 1, '92c19e1d-dd66-4348-a291-e314201135f6', 817492187.8082501, 817492187.8082501, 1, 60, NULL, 2, 5, NULL);
INSERT INTO heartcam.sample VALUES (2, 4, 2, '974b0f80-7cf9-4b5a-8da2-30ac18463a2d', 817492187.8661431, 817492187.8661431, 70, 70, NULL, 2, 6, NULL);
INSERT INTO heartcam.sample VALUES (1, 1, 3, '5be83a56-2503-4dd4-b528-d7a17002e941', 817492187.9378543, 817492187.9378543, 1.0166666666666666, 61, NULL, 1, 2, NULL);
INSERT INTO heartcam.sample_type VALUES (1, 2, 'HKQuantityTypeIdentifierBodyMass', 0, 3, 1, 0, 1);
INSERT INTO heartcam.sample_type VALUES (2, 3, 'HKQuantityTypeIdentifierHeartRate', 0, 4, 2, 0, 1);
INSERT INTO heartcam.sample_type VALUES (2, 4, 'HKQuantityTypeIdentifierBodyMass', 0, 6, 1, 0, 1);
INSERT INTO heartcam.sample_type VALUES (1, 1, 'HKQuantityTypeIdentifierHeartRate', 0, 1, 2, 0, 2);
INSERT INTO heartcam.source VALUES (1, 1, 'Heartcam', 'heartcam', '0.2.0', NULL, NULL);
INSERT INTO heartcam.source VALUES (2, 2, 'Heartcam', 'heartcam', '0.2.0', NULL, NULL);
INSERT INTO heartcam.store VALUES (1, 1, '855d77a9-622f-4e08-abe8-fc4e153a6977', 0);
INSERT INTO heartcam.store VALUES (2, 1, '93efef35-c6a1-4bae-992d-1e65ba9bc833', 0);
INSERT INTO heartcam.unit VALUES (1, 1, 'count/s');
INSERT INTO heartcam.unit VALUES (1, 2, 'count/min');
INSERT INTO heartcam.unit VALUES (1, 3, 'kg');
INSERT INTO heartcam.unit VALUES (2, 4, 'count/s');
INSERT INTO heartcam.unit VALUES (2, 5, 'count/min');
INSERT INTO heartcam.unit VALUES (2, 6, 'kg');
INSERT INTO heartcam.version VALUES (1);
SELECT pg_catalog.setval('heartcam.device_id_seq', 1, false);
SELECT pg_catalog.setval('heartcam.participant_id_seq', 2, true);
SELECT pg_catalog.setval('heartcam.sample_type_id_seq', 4, true);
SELECT pg_catalog.setval('heartcam.source_id_seq', 2, true);
SELECT pg_catalog.setval('heartcam.unit_id_seq', 6, true);
ALTER TABLE ONLY heartcam.access
    ADD CONSTRAINT access_pkey PRIMARY KEY (participant, role);
ALTER TABLE ONLY heartcam."authorization"
    ADD CONSTRAINT authorization_pkey PRIMARY KEY (participant, bundle_identifier, type);
ALTER TABLE ONLY heartcam.background_delivery
    ADD CONSTRAINT background_delivery_pkey PRIMARY KEY (participant, bundle_identifier, type);
ALTER TABLE ONLY heartcam.correlation_member
    ADD CONSTRAINT correlation_member_pkey PRIMARY KEY (participant, correlation, member);
ALTER TABLE ONLY heartcam.device
    ADD CONSTRAINT device_pkey PRIMARY KEY (participant, id);
ALTER TABLE ONLY heartcam.heartbeat_series
    ADD CONSTRAINT heartbeat_series_pkey PRIMARY KEY (participant, sample);
ALTER TABLE ONLY heartcam.history
    ADD CONSTRAINT history_pkey PRIMARY KEY (participant, name);
ALTER TABLE ONLY heartcam.metadata
    ADD CONSTRAINT metadata_pkey PRIMARY KEY (participant, sample, key);
ALTER TABLE ONLY heartcam.participant
    ADD CONSTRAINT participant_name_key UNIQUE (name);
ALTER TABLE ONLY heartcam.participant
    ADD CONSTRAINT participant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY heartcam.profile
    ADD CONSTRAINT profile_pkey PRIMARY KEY (participant, key);
ALTER TABLE ONLY heartcam.quantity_series
    ADD CONSTRAINT quantity_series_pkey PRIMARY KEY (participant, sample);
ALTER TABLE ONLY heartcam.record_field
    ADD CONSTRAINT record_field_pkey PRIMARY KEY (participant, sample, key, "position");
ALTER TABLE ONLY heartcam.record
    ADD CONSTRAINT record_pkey PRIMARY KEY (participant, sample);
ALTER TABLE ONLY heartcam.sample
    ADD CONSTRAINT sample_participant_uuid_key UNIQUE (participant, uuid);
ALTER TABLE ONLY heartcam.sample
    ADD CONSTRAINT sample_pkey PRIMARY KEY (participant, id);
ALTER TABLE ONLY heartcam.sample_type
    ADD CONSTRAINT sample_type_participant_identifier_key UNIQUE (participant, identifier);
ALTER TABLE ONLY heartcam.sample_type
    ADD CONSTRAINT sample_type_pkey PRIMARY KEY (participant, id);
ALTER TABLE ONLY heartcam.saved_content
    ADD CONSTRAINT saved_content_pkey PRIMARY KEY (participant, key, text);
ALTER TABLE ONLY heartcam.source
    ADD CONSTRAINT source_pkey PRIMARY KEY (participant, id);
ALTER TABLE ONLY heartcam.source_priority
    ADD CONSTRAINT source_priority_pkey PRIMARY KEY (participant, type, "position");
ALTER TABLE ONLY heartcam.store
    ADD CONSTRAINT store_pkey PRIMARY KEY (participant, id);
ALTER TABLE ONLY heartcam.tombstone
    ADD CONSTRAINT tombstone_pkey PRIMARY KEY (participant, id);
ALTER TABLE ONLY heartcam.unit
    ADD CONSTRAINT unit_participant_symbol_key UNIQUE (participant, symbol);
ALTER TABLE ONLY heartcam.unit
    ADD CONSTRAINT unit_pkey PRIMARY KEY (participant, id);
ALTER TABLE ONLY heartcam.workout_event_metadata
    ADD CONSTRAINT workout_event_metadata_pkey PRIMARY KEY (participant, workout, "position", key);
ALTER TABLE ONLY heartcam.workout_event
    ADD CONSTRAINT workout_event_pkey PRIMARY KEY (participant, workout, "position");
ALTER TABLE ONLY heartcam.workout
    ADD CONSTRAINT workout_pkey PRIMARY KEY (participant, sample);
ALTER TABLE ONLY heartcam.workout_sample
    ADD CONSTRAINT workout_sample_pkey PRIMARY KEY (participant, workout, sample);
ALTER TABLE ONLY heartcam.workout_total
    ADD CONSTRAINT workout_total_pkey PRIMARY KEY (participant, workout, type);
ALTER TABLE ONLY heartcam.writer
    ADD CONSTRAINT writer_pkey PRIMARY KEY (participant, id);
CREATE INDEX correlation_of_member ON heartcam.correlation_member USING btree (participant, member);
CREATE INDEX metadata_text ON heartcam.metadata USING btree (participant, key, text_beginning) WHERE (text_beginning IS NOT NULL);
CREATE INDEX record_field_value ON heartcam.record_field USING btree (participant, key, "left"(text, 300), number);
CREATE INDEX sample_inserted ON heartcam.sample USING btree (participant, type, id);
CREATE INDEX sample_time ON heartcam.sample USING btree (participant, type, start_time, end_time, value, source);
CREATE INDEX saved_content_of_sample ON heartcam.saved_content USING btree (participant, sample);
CREATE INDEX workout_of_sample ON heartcam.workout_sample USING btree (participant, sample);
ALTER TABLE ONLY heartcam.access
    ADD CONSTRAINT access_participant_fkey FOREIGN KEY (participant) REFERENCES heartcam.participant(id) ON DELETE CASCADE;
ALTER TABLE ONLY heartcam.correlation_member
    ADD CONSTRAINT correlation_member_participant_correlation_fkey FOREIGN KEY (participant, correlation) REFERENCES heartcam.sample(participant, id) ON DELETE CASCADE;
ALTER TABLE ONLY heartcam.correlation_member
    ADD CONSTRAINT correlation_member_participant_member_fkey FOREIGN KEY (participant, member) REFERENCES heartcam.sample(participant, id) ON DELETE CASCADE;
ALTER TABLE ONLY heartcam.heartbeat_series
    ADD CONSTRAINT heartbeat_series_participant_sample_fkey FOREIGN KEY (participant, sample) REFERENCES heartcam.sample(participant, id) ON DELETE CASCADE;
ALTER TABLE ONLY heartcam.metadata
    ADD CONSTRAINT metadata_participant_sample_fkey FOREIGN KEY (participant, sample) REFERENCES heartcam.sample(participant, id) ON DELETE CASCADE;
ALTER TABLE ONLY heartcam.quantity_series
    ADD CONSTRAINT quantity_series_participant_sample_fkey FOREIGN KEY (participant, sample) REFERENCES heartcam.sample(participant, id) ON DELETE CASCADE;
ALTER TABLE ONLY heartcam.record_field
    ADD CONSTRAINT record_field_participant_sample_fkey FOREIGN KEY (participant, sample) REFERENCES heartcam.sample(participant, id) ON DELETE CASCADE;
ALTER TABLE ONLY heartcam.record
    ADD CONSTRAINT record_participant_sample_fkey FOREIGN KEY (participant, sample) REFERENCES heartcam.sample(participant, id) ON DELETE CASCADE;
ALTER TABLE ONLY heartcam.saved_content
    ADD CONSTRAINT saved_content_participant_sample_fkey FOREIGN KEY (participant, sample) REFERENCES heartcam.sample(participant, id) ON DELETE CASCADE;
ALTER TABLE ONLY heartcam.workout_event_metadata
    ADD CONSTRAINT workout_event_metadata_participant_workout_position_fkey FOREIGN KEY (participant, workout, "position") REFERENCES heartcam.workout_event(participant, workout, "position") ON DELETE CASCADE;
ALTER TABLE ONLY heartcam.workout_event
    ADD CONSTRAINT workout_event_participant_workout_fkey FOREIGN KEY (participant, workout) REFERENCES heartcam.workout(participant, sample) ON DELETE CASCADE;
ALTER TABLE ONLY heartcam.workout
    ADD CONSTRAINT workout_participant_sample_fkey FOREIGN KEY (participant, sample) REFERENCES heartcam.sample(participant, id) ON DELETE CASCADE;
ALTER TABLE ONLY heartcam.workout_sample
    ADD CONSTRAINT workout_sample_participant_sample_fkey FOREIGN KEY (participant, sample) REFERENCES heartcam.sample(participant, id) ON DELETE CASCADE;
ALTER TABLE ONLY heartcam.workout_sample
    ADD CONSTRAINT workout_sample_participant_workout_fkey FOREIGN KEY (participant, workout) REFERENCES heartcam.workout(participant, sample) ON DELETE CASCADE;
ALTER TABLE ONLY heartcam.workout_total
    ADD CONSTRAINT workout_total_participant_workout_fkey FOREIGN KEY (participant, workout) REFERENCES heartcam.workout(participant, sample) ON DELETE CASCADE;
ALTER TABLE heartcam."authorization" ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.background_delivery ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.correlation_member ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.device ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.heartbeat_series ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.history ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.metadata ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON heartcam."authorization" USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.background_delivery USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.correlation_member USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.device USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.heartbeat_series USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.history USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.metadata USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.profile USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.quantity_series USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.record USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.record_field USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.sample USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.sample_type USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.saved_content USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.source USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.source_priority USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.store USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.tombstone USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.unit USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.workout USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.workout_event USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.workout_event_metadata USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.workout_sample USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.workout_total USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
CREATE POLICY own ON heartcam.writer USING ((participant = ( SELECT heartcam.present() AS present))) WITH CHECK ((participant = ( SELECT heartcam.present() AS present)));
ALTER TABLE heartcam.profile ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.quantity_series ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.record ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.record_field ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.sample ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.sample_type ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.saved_content ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.source ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.source_priority ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.store ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.tombstone ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.unit ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.workout ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.workout_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.workout_event_metadata ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.workout_sample ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.workout_total ENABLE ROW LEVEL SECURITY;
ALTER TABLE heartcam.writer ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON FUNCTION heartcam.add_participant(name text) FROM PUBLIC;
REVOKE ALL ON FUNCTION heartcam.admit(role name, participant text) FROM PUBLIC;
REVOKE ALL ON FUNCTION heartcam.dismiss(role name, participant text) FROM PUBLIC;
REVOKE ALL ON FUNCTION heartcam.guard() FROM PUBLIC;
