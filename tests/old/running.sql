BEGIN TRANSACTION;
CREATE TABLE entries (
        "table" TEXT NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL,
        seat INTEGER NOT NULL, text TEXT NOT NULL, person TEXT NOT NULL, id TEXT NOT NULL,
        PRIMARY KEY ("table", version)
    ) WITHOUT ROWID;
INSERT INTO "entries" VALUES('oldcrabs',1,1000000,'make',-1,'[{"kind":"person","person":"ana","level":0,"number":""},{"kind":"person","person":"theo","level":0,"number":""}]','ana','');
INSERT INTO "entries" VALUES('oldcrabs',2,1000000,'begin',-1,'','','');
INSERT INTO "entries" VALUES('oldcrabs',3,1000000,'luck',-1,'draw:3c','','');
INSERT INTO "entries" VALUES('oldcrabs',4,1000000,'luck',-1,'draw:10c','','');
INSERT INTO "entries" VALUES('oldcrabs',5,1000000,'luck',-1,'draw:2c','','');
INSERT INTO "entries" VALUES('oldcrabs',6,1000000,'luck',-1,'draw:9c','','');
INSERT INTO "entries" VALUES('oldcrabs',7,1000000,'luck',-1,'draw:6c','','');
INSERT INTO "entries" VALUES('oldcrabs',8,1000000,'luck',-1,'draw:Ap','','');
INSERT INTO "entries" VALUES('oldcrabs',9,1000000,'luck',-1,'draw:6p','','');
INSERT INTO "entries" VALUES('oldcrabs',10,1000000,'luck',-1,'draw:8p','','');
INSERT INTO "entries" VALUES('oldcrabs',11,1000000,'luck',-1,'draw:9p','','');
INSERT INTO "entries" VALUES('oldcrabs',12,1000000,'luck',-1,'draw:4p','','');
INSERT INTO "entries" VALUES('oldcrabs',13,1000000,'play',0,'3c','ana','m4');
INSERT INTO "entries" VALUES('oldcrabs',14,1000000,'play',1,'8p','theo','m3');
INSERT INTO "entries" VALUES('oldcrabs',15,1000000,'play',0,'accept','ana','m5');
INSERT INTO "entries" VALUES('oldcrabs',16,1000000,'play',0,'6c','ana','m6');
INSERT INTO "entries" VALUES('oldcrabs',17,1000000,'play',1,'9p','theo','m4');
INSERT INTO "entries" VALUES('oldcrabs',18,1000000,'play',0,'accept','ana','m7');
INSERT INTO "entries" VALUES('oldcrabs',19,1000000,'play',1,'mix:4p','theo','m5');
INSERT INTO "entries" VALUES('oldcrabs',20,1000000,'play',0,'10c','ana','m8');
INSERT INTO "entries" VALUES('oldcrabs',21,1000000,'play',1,'accept','theo','m6');
INSERT INTO "entries" VALUES('oldcrabs',22,1000000,'luck',-1,'steal:Ap','','');
INSERT INTO "entries" VALUES('oldcrabs',23,1000000,'play',1,'pass','theo','m7');
INSERT INTO "entries" VALUES('oldcrabs',24,1000000,'luck',-1,'draw:7c','','');
INSERT INTO "entries" VALUES('oldcrabs',25,1000000,'luck',-1,'draw:Ac','','');
INSERT INTO "entries" VALUES('oldcrabs',26,1000000,'luck',-1,'draw:7p','','');
INSERT INTO "entries" VALUES('oldcrabs',27,1000000,'luck',-1,'draw:Op','','');
INSERT INTO "entries" VALUES('oldcrabs',28,1000000,'luck',-1,'draw:5p','','');
INSERT INTO "entries" VALUES('oldcrabs',29,1000000,'luck',-1,'draw:2p','','');
INSERT INTO "entries" VALUES('oldcrabs',30,1000000,'play',0,'7c','ana','m9');
INSERT INTO "entries" VALUES('oldcrabs',31,1000000,'play',1,'accept','theo','m8');
INSERT INTO "entries" VALUES('oldcrabs',32,1000000,'luck',-1,'draw:7c','','');
INSERT INTO "entries" VALUES('oldcrabs',33,1000000,'play',0,'drop:Ac','ana','m10');
INSERT INTO "entries" VALUES('oldcrabs',34,1000000,'play',1,'Op','theo','m9');
INSERT INTO "entries" VALUES('oldcrabs',35,1000000,'luck',-1,'draw:5p','','');
INSERT INTO "entries" VALUES('oldcrabs',36,1000000,'luck',-1,'draw:9c','','');
INSERT INTO "entries" VALUES('oldcrabs',37,1000000,'play',1,'6p','theo','m10');
INSERT INTO "entries" VALUES('oldcrabs',38,1000000,'play',0,'7c','ana','m11');
INSERT INTO "entries" VALUES('oldcrabs',39,1000000,'play',1,'accept','theo','m11');
INSERT INTO "entries" VALUES('oldcrabs',40,1000000,'luck',-1,'draw:6c','','');
INSERT INTO "entries" VALUES('oldcrabs',41,1000000,'play',0,'drop:Ap','ana','m12');
INSERT INTO "entries" VALUES('oldcrabs',42,1000000,'play',1,'pass','theo','m12');
INSERT INTO "entries" VALUES('oldcrabs',43,1000000,'luck',-1,'draw:3c','','');
INSERT INTO "entries" VALUES('oldcrabs',44,1000000,'luck',-1,'draw:10p','','');
INSERT INTO "entries" VALUES('oldcrabs',45,1000000,'play',0,'6c','ana','m13');
INSERT INTO "entries" VALUES('oldcrabs',46,1000000,'play',1,'10p','theo','m13');
INSERT INTO "entries" VALUES('oldcrabs',47,1000000,'play',0,'accept','ana','m14');
INSERT INTO "entries" VALUES('oldcrabs',48,1000000,'luck',-1,'steal:2c','','');
INSERT INTO "entries" VALUES('oldcrabs',49,1000000,'play',0,'pass','ana','m15');
INSERT INTO "entries" VALUES('oldcrabs',50,1000000,'luck',-1,'draw:4c','','');
INSERT INTO "entries" VALUES('oldcrabs',51,1000000,'luck',-1,'draw:8c','','');
INSERT INTO "entries" VALUES('oldcrabs',52,1000000,'play',1,'2p','theo','m14');
INSERT INTO "entries" VALUES('oldcrabs',53,1000000,'play',0,'accept','ana','m16');
INSERT INTO "entries" VALUES('oldcrabs',54,1000000,'play',1,'5p','theo','m15');
INSERT INTO "entries" VALUES('oldcrabs',55,1000000,'play',0,'accept','ana','m17');
INSERT INTO "entries" VALUES('oldcrabs',56,1000000,'play',1,'drop:7p','theo','m16');
INSERT INTO "entries" VALUES('oldcrabs',57,1000000,'play',0,'9c','ana','m18');
INSERT INTO "entries" VALUES('oldcrabs',58,1000000,'play',1,'accept','theo','m17');
INSERT INTO "entries" VALUES('oldcrabs',59,1000000,'play',0,'mix:9c','ana','m19');
INSERT INTO "entries" VALUES('oldcrabs',60,1000000,'play',1,'pass','theo','m18');
INSERT INTO "entries" VALUES('oldcrabs',61,1000000,'luck',-1,'draw:1c','','');
INSERT INTO "entries" VALUES('oldcrabs',62,1000000,'luck',-1,'draw:2c','','');
INSERT INTO "entries" VALUES('oldcrabs',63,1000000,'luck',-1,'draw:8p','','');
INSERT INTO "entries" VALUES('oldcrabs',64,1000000,'luck',-1,'draw:10p','','');
INSERT INTO "entries" VALUES('oldcrabs',65,1000000,'luck',-1,'draw:3p','','');
INSERT INTO "entries" VALUES('oldcrabs',66,1000000,'play',0,'4c','ana','m20');
INSERT INTO "entries" VALUES('oldcrabs',67,1000000,'play',1,'accept','theo','m19');
INSERT INTO "entries" VALUES('oldcrabs',68,1000000,'play',0,'give:2c','ana','m21');
INSERT INTO "entries" VALUES('oldcrabs',69,1000000,'play',1,'5p','theo','m20');
INSERT INTO "entries" VALUES('oldcrabs',70,1000000,'play',0,'1c','ana','m22');
INSERT INTO "entries" VALUES('oldcrabs',71,1000000,'play',1,'2c','theo','m21');
INSERT INTO "entries" VALUES('oldcrabs',72,1000000,'play',0,'accept','ana','m23');
INSERT INTO "entries" VALUES('oldcrabs',73,1000000,'play',1,'3p','theo','m22');
INSERT INTO "entries" VALUES('oldcrabs',74,1000000,'play',0,'8c','ana','m24');
INSERT INTO "entries" VALUES('oldcrabs',75,1000000,'play',1,'accept','theo','m23');
INSERT INTO "entries" VALUES('oldcrabs',76,1000000,'play',1,'2c','theo','m24');
INSERT INTO "entries" VALUES('oldcrabs',77,1000000,'play',0,'accept','ana','m25');
INSERT INTO "entries" VALUES('oldcrabs',78,1000000,'play',1,'10p','theo','m25');
INSERT INTO "entries" VALUES('oldcrabs',79,1000000,'play',0,'accept','ana','m26');
INSERT INTO "entries" VALUES('oldcrabs',80,1000000,'luck',-1,'steal:3c','','');
INSERT INTO "entries" VALUES('oldcrabs',81,1000000,'play',0,'pass','ana','m27');
INSERT INTO "entries" VALUES('oldcrabs',82,1000000,'luck',-1,'draw:1p','','');
INSERT INTO "entries" VALUES('oldcrabs',83,1000000,'luck',-1,'draw:Ap','','');
INSERT INTO "entries" VALUES('oldcrabs',84,1000000,'luck',-1,'draw:7p','','');
INSERT INTO "entries" VALUES('oldcrabs',85,1000000,'luck',-1,'draw:Oc','','');
INSERT INTO "entries" VALUES('oldcrabs',86,1000000,'luck',-1,'draw:4c','','');
INSERT INTO "entries" VALUES('oldcrabs',87,1000000,'luck',-1,'draw:8c','','');
INSERT INTO "entries" VALUES('oldcrabs',88,1000000,'luck',-1,'draw:1c','','');
INSERT INTO "entries" VALUES('oldcrabs',89,1000000,'luck',-1,'draw:Oc','','');
INSERT INTO "entries" VALUES('oldcrabs',90,1000000,'play',1,'Ap','theo','m26');
INSERT INTO "entries" VALUES('oldcrabs',91,1000000,'play',0,'Oc','ana','m28');
INSERT INTO "entries" VALUES('oldcrabs',92,1000000,'luck',-1,'draw:10c','','');
INSERT INTO "entries" VALUES('oldcrabs',93,1000000,'luck',-1,'draw:3p','','');
INSERT INTO "entries" VALUES('oldcrabs',94,1000000,'play',0,'8c','ana','m29');
INSERT INTO "entries" VALUES('oldcrabs',95,1000000,'play',1,'1p','theo','m27');
INSERT INTO "entries" VALUES('oldxok',1,1000000,'make',-1,'[{"kind":"person","person":"ana","level":0,"number":""},{"kind":"person","person":"theo","level":0,"number":""}]','ana','');
INSERT INTO "entries" VALUES('oldxok',2,1000000,'begin',-1,'','','');
INSERT INTO "entries" VALUES('oldxok',3,1000000,'play',0,'f2f3','ana','m0');
INSERT INTO "entries" VALUES('oldxok',4,1000000,'play',1,'g8g9','theo','m0');
INSERT INTO "entries" VALUES('oldxok',5,1000000,'play',0,'g4h5','ana','m1');
INSERT INTO "entries" VALUES('oldxok',6,1000000,'play',1,'e7f8','theo','m1');
INSERT INTO "entries" VALUES('oldxok',7,1000000,'play',0,'d4d5','ana','m2');
INSERT INTO "entries" VALUES('oldxok',8,1000000,'play',1,'c2c3','theo','m2');
INSERT INTO "entries" VALUES('oldxok',9,1000000,'play',0,'b1b2','ana','m3');
CREATE TABLE kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "kept" VALUES('cookie-key','0000000000000000000000000000000000000000000000000000000000000000');
CREATE TABLE mutes (person TEXT, other TEXT, PRIMARY KEY (person, other)) WITHOUT ROWID;
CREATE TABLE people (
        id TEXT PRIMARY KEY, account TEXT UNIQUE, body TEXT NOT NULL
    ) WITHOUT ROWID;
INSERT INTO "people" VALUES('ana',NULL,'{"id":"ana","name":"Ana","language":"fr","made":0,"password":""}');
INSERT INTO "people" VALUES('theo',NULL,'{"id":"theo","name":"Theo","language":"fr","made":0,"password":""}');
CREATE TABLE players (
        person TEXT, "table" TEXT, made INTEGER NOT NULL, PRIMARY KEY (person, "table")
    ) WITHOUT ROWID;
INSERT INTO "players" VALUES('ana','oldcrabs',1000000);
INSERT INTO "players" VALUES('ana','oldxok',1000000);
INSERT INTO "players" VALUES('theo','oldcrabs',1000000);
INSERT INTO "players" VALUES('theo','oldxok',1000000);
CREATE TABLE sessions (key TEXT PRIMARY KEY, person TEXT NOT NULL, made INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE tables (
        id TEXT PRIMARY KEY, status TEXT NOT NULL, public INTEGER NOT NULL, made INTEGER NOT NULL, body TEXT NOT NULL
    ) WITHOUT ROWID;
INSERT INTO "tables" VALUES('oldcrabs','playing',0,1000000,'{"id":"oldcrabs","game":"crabs","options":{"mode":"symmetric","crabs_seat":0,"effects":{}},"chairs":[{"kind":"person","person":"ana","level":0,"number":""},{"kind":"person","person":"theo","level":0,"number":""}],"pace":["none",0,0],"public":false,"shared":false,"flag":"lose","owner":"ana","made":1000000,"commitment":"3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d","secret":"b","next_commitment":"f39592393ef0859cb196a52693d2cea00fb2df784b3c04ae54aa7cadb8e562f8","next_secret":"after","status":"playing","reason":"","before":"","next":"","imported":""}');
INSERT INTO "tables" VALUES('oldxok','playing',0,1000000,'{"id":"oldxok","game":"xok","options":{"side":5},"chairs":[{"kind":"person","person":"ana","level":0,"number":""},{"kind":"person","person":"theo","level":0,"number":""}],"pace":["none",0,0],"public":false,"shared":false,"flag":"lose","owner":"ana","made":1000000,"commitment":"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb","secret":"a","next_commitment":"f39592393ef0859cb196a52693d2cea00fb2df784b3c04ae54aa7cadb8e562f8","next_secret":"after","status":"playing","reason":"","before":"","next":"","imported":""}');
CREATE TABLE talks (
        "table" TEXT NOT NULL, at INTEGER NOT NULL, person TEXT NOT NULL, text TEXT NOT NULL, emote TEXT NOT NULL,
        spectator INTEGER NOT NULL
    );
CREATE TABLE tokens (
        id TEXT PRIMARY KEY, key TEXT UNIQUE NOT NULL, person TEXT NOT NULL, label TEXT NOT NULL, made INTEGER NOT NULL
    ) WITHOUT ROWID;
CREATE INDEX sessions_person ON sessions (person);
CREATE INDEX tokens_person ON tokens (person);
CREATE INDEX tables_status ON tables (status, public, made);
CREATE INDEX talks_table ON talks ("table", at);
CREATE INDEX talks_person ON talks (person);
COMMIT;
PRAGMA user_version = 1;
