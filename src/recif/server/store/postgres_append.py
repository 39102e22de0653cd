"""What is written to a PostgreSQL in one go: a function of the database for each version of what is told of it.

One statement for many tables: whoever comes to a version first has it. A unit holds together: all its tables or none.
Rows are locked in one order, so that no two servers wait for each other.
"""

APPEND_2 = """
CREATE FUNCTION recif_news_2(me TEXT, names TEXT, happened TEXT) RETURNS TEXT LANGUAGE SQL IMMUTABLE AS
    $$ SELECT '{"from":"' || me || '","tables":[' || names || '],"entries":[' || happened || ']}' $$;
CREATE FUNCTION recif_append_2(
    channel TEXT, me TEXT, number BIGINT, stamp BIGINT, lease INTERVAL,
    units INTEGER[], ids TEXT[], olds INTEGER[], news INTEGER[], thinks BOOLEAN[],
    statuses TEXT[], publics INTEGER[], mades BIGINT[], owners TEXT[], bodies TEXT[],
    entry_units INTEGER[], entry_tables TEXT[], entry_versions INTEGER[], entry_ats BIGINT[], entry_bodies TEXT[],
    entry_people TEXT[], entry_ids TEXT[], entry_tolds BIGINT[],
    player_units INTEGER[], player_people TEXT[], player_tables TEXT[], player_mades BIGINT[],
    tidings TEXT[], comes TEXT[], events TEXT[], OUT is_done BOOLEAN, OUT losers INTEGER[]
) LANGUAGE plpgsql AS $$
DECLARE before BIGINT; piece RECORD; names TEXT := ''; happened TEXT := '';
BEGIN
    SELECT batch, lost INTO before, losers FROM servers WHERE id = me FOR UPDATE;
    is_done := coalesce(before = number, FALSE);
    IF is_done THEN  -- written all the same: a commit that waits for a standby waits for what came before it too
        UPDATE servers SET seen = clock_timestamp() WHERE id = me;
        RETURN;
    END IF;
    PERFORM 1 FROM heads WHERE "table" = ANY(ids) ORDER BY "table" FOR UPDATE;
    SELECT coalesce(array_agg(DISTINCT asked.unit), '{}') INTO losers
        FROM unnest(units, ids, olds) AS asked(unit, id, old) LEFT JOIN heads ON heads."table" = asked.id
        WHERE coalesce(heads.version, 0) != asked.old;
    INSERT INTO heads ("table", version, told, thinks_until)
        SELECT id, new, stamp, CASE WHEN thinking THEN clock_timestamp() + lease END
        FROM unnest(units, ids, news, thinks) AS asked(unit, id, new, thinking) WHERE unit != ALL(losers)
        ON CONFLICT ("table") DO UPDATE
            SET version = excluded.version, told = excluded.told, thinks_until = excluded.thinks_until
            WHERE heads.version != excluded.version;  -- else only its row is written
    INSERT INTO tables (id, status, public, made, owner, body)
        SELECT id, status, public, made, owner, body
        FROM unnest(units, ids, statuses, publics, mades, owners, bodies)
            AS asked(unit, id, status, public, made, owner, body) WHERE unit != ALL(losers) AND body IS NOT NULL
        ON CONFLICT (id) DO UPDATE SET status = excluded.status, public = excluded.public, made = excluded.made,
            owner = excluded.owner, body = excluded.body;
    INSERT INTO entries ("table", version, at, body, person, id, told)
        SELECT t, version, at, body, person, id, heard FROM unnest(
            entry_units, entry_tables, entry_versions, entry_ats, entry_bodies, entry_people, entry_ids, entry_tolds
        ) AS asked(unit, t, version, at, body, person, id, heard) WHERE unit != ALL(losers);
    IF cardinality(player_units) > 0 THEN
        INSERT INTO players (person, "table", made) SELECT person, t, made
            FROM unnest(player_units, player_people, player_tables, player_mades) AS asked(unit, person, t, made)
            WHERE unit != ALL(losers) ON CONFLICT DO NOTHING;
        UPDATE players SET over = 1 FROM unnest(units, ids, statuses) AS asked(unit, id, status)
            WHERE players."table" = asked.id AND asked.status = 'over' AND asked.unit != ALL(losers);
    END IF;
    INSERT INTO servers (id, batch, lost, seen) VALUES (me, number, losers, clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, lost = excluded.lost, seen = excluded.seen;
    -- Which tables have come to which version, and what happened there as far as a notification holds it (`comes` and
    -- `events`: a text for each table): whoever has one in use reads the rest.
    FOR piece IN
        SELECT come, coalesce(event, '') AS event FROM unnest(units, comes, events) AS asked(unit, come, event)
            WHERE unit != ALL(losers)
    LOOP
        IF octet_length(names || happened || piece.come || piece.event) > 7500 THEN  -- it may have 8,000
            PERFORM pg_notify(channel, recif_news_2(me, names, happened));
            names := ''; happened := '';
        END IF;
        names := concat_ws(',', nullif(names, ''), piece.come);
        happened := concat_ws(',', nullif(happened, ''), nullif(piece.event, ''));
    END LOOP;
    IF names != '' THEN PERFORM pg_notify(channel, recif_news_2(me, names, happened)); END IF;
    PERFORM pg_notify(channel, tiding) FROM unnest(tidings) AS said(tiding);
END $$;
"""
