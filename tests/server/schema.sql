CREATE TABLE guests (
	id VARCHAR(32) NOT NULL,
	name VARCHAR(64) NOT NULL,
	created_at BIGINT NOT NULL,
	generation INTEGER DEFAULT '0' NOT NULL,
	CONSTRAINT pk_guests PRIMARY KEY (id)
);
CREATE INDEX ix_guests_generation ON guests (generation);
CREATE TABLE meta (
	name VARCHAR(32) NOT NULL,
	value TEXT NOT NULL,
	CONSTRAINT pk_meta PRIMARY KEY (name)
);
CREATE TABLE password_attempts (
	digest VARCHAR(64) NOT NULL,
	count INTEGER NOT NULL,
	at BIGINT NOT NULL,
	until BIGINT NOT NULL,
	CONSTRAINT pk_password_attempts PRIMARY KEY (digest)
);
CREATE INDEX ix_password_attempts_at ON password_attempts (at);
CREATE TABLE rate_spending (
	server VARCHAR(16) NOT NULL,
	bucket VARCHAR(16) NOT NULL,
	"key" VARCHAR(32) NOT NULL,
	total FLOAT NOT NULL,
	at BIGINT NOT NULL,
	CONSTRAINT pk_rate_spending PRIMARY KEY (server, bucket, "key")
);
CREATE INDEX ix_rate_spending_at ON rate_spending (at);
CREATE TABLE rated_games (
	table_id VARCHAR(32) NOT NULL,
	pool VARCHAR(64) NOT NULL,
	edition VARCHAR(64) NOT NULL,
	map VARCHAR(64) NOT NULL,
	seq INTEGER,
	finished_at BIGINT,
	CONSTRAINT pk_rated_games PRIMARY KEY (table_id),
	CONSTRAINT uq_rated_games_seq UNIQUE (seq)
);
CREATE TABLE ratings (
	pool VARCHAR(64) NOT NULL,
	player VARCHAR(32) NOT NULL,
	mu DOUBLE NOT NULL,
	sigma DOUBLE NOT NULL,
	games INTEGER NOT NULL,
	wins INTEGER NOT NULL,
	CONSTRAINT pk_ratings PRIMARY KEY (pool, player)
);
CREATE INDEX ix_ratings_pool_mu ON ratings (pool, mu);
CREATE TABLE servers (
	id VARCHAR(16) NOT NULL,
	alive_at BIGINT NOT NULL,
	CONSTRAINT pk_servers PRIMARY KEY (id)
);
CREATE TABLE sockets (
	server VARCHAR(16) NOT NULL,
	number INTEGER NOT NULL,
	table_id VARCHAR(32) NOT NULL,
	guest VARCHAR(32),
	address VARCHAR(32) NOT NULL,
	came_at BIGINT NOT NULL,
	CONSTRAINT pk_sockets PRIMARY KEY (server, number)
);
CREATE INDEX ix_sockets_address ON sockets (address);
CREATE INDEX ix_sockets_table_id ON sockets (table_id);
CREATE TABLE accounts (
	guest VARCHAR(32) NOT NULL,
	name VARCHAR(64) NOT NULL,
	confusable_key VARCHAR(64) NOT NULL,
	password VARCHAR(256),
	admin BOOLEAN NOT NULL,
	created_at BIGINT NOT NULL,
	CONSTRAINT pk_accounts PRIMARY KEY (guest),
	CONSTRAINT fk_accounts_guest FOREIGN KEY(guest) REFERENCES guests (id),
	CONSTRAINT uq_accounts_confusable_key UNIQUE (confusable_key)
);
CREATE TABLE address_bans (
	digest VARCHAR(32) NOT NULL,
	guest VARCHAR(32),
	until BIGINT NOT NULL,
	CONSTRAINT pk_address_bans PRIMARY KEY (digest),
	CONSTRAINT fk_address_bans_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_address_bans_guest ON address_bans (guest);
CREATE INDEX ix_address_bans_until ON address_bans (until);
CREATE TABLE addresses (
	guest VARCHAR(32) NOT NULL,
	address VARCHAR(254) NOT NULL,
	language VARCHAR(8) NOT NULL,
	created_at BIGINT NOT NULL,
	asked_at BIGINT,
	confirmed_at BIGINT,
	turn_mails BOOLEAN DEFAULT 1 NOT NULL,
	CONSTRAINT pk_addresses PRIMARY KEY (guest),
	CONSTRAINT fk_addresses_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
);
CREATE TABLE admin_actions (
	id INTEGER NOT NULL,
	at BIGINT NOT NULL,
	who VARCHAR(32),
	action VARCHAR(32) NOT NULL,
	about_json TEXT NOT NULL,
	CONSTRAINT pk_admin_actions PRIMARY KEY (id),
	CONSTRAINT fk_admin_actions_who FOREIGN KEY(who) REFERENCES guests (id)
);
CREATE INDEX ix_admin_actions_who ON admin_actions (who);
CREATE TABLE bans (
	guest VARCHAR(32) NOT NULL,
	reason TEXT NOT NULL,
	until BIGINT,
	address_until BIGINT,
	CONSTRAINT pk_bans PRIMARY KEY (guest),
	CONSTRAINT fk_bans_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE TABLE chat_mutes (
	guest VARCHAR(32) NOT NULL,
	muted VARCHAR(32) NOT NULL,
	CONSTRAINT pk_chat_mutes PRIMARY KEY (guest, muted),
	CONSTRAINT fk_chat_mutes_guest FOREIGN KEY(guest) REFERENCES guests (id),
	CONSTRAINT fk_chat_mutes_muted FOREIGN KEY(muted) REFERENCES guests (id)
);
CREATE TABLE chat_reports (
	id INTEGER NOT NULL,
	table_id VARCHAR(32) NOT NULL,
	room VARCHAR(16) NOT NULL,
	seq INTEGER NOT NULL,
	guest VARCHAR(32) NOT NULL,
	name VARCHAR(64) NOT NULL,
	said TEXT NOT NULL,
	said_at BIGINT NOT NULL,
	reporter VARCHAR(32) NOT NULL,
	at BIGINT NOT NULL,
	settled BOOLEAN NOT NULL,
	reason VARCHAR(16),
	note TEXT,
	CONSTRAINT pk_chat_reports PRIMARY KEY (id),
	CONSTRAINT uq_chat_reports_table_id_room_seq_reporter UNIQUE (table_id, room, seq, reporter),
	CONSTRAINT fk_chat_reports_guest FOREIGN KEY(guest) REFERENCES guests (id),
	CONSTRAINT fk_chat_reports_reporter FOREIGN KEY(reporter) REFERENCES guests (id)
);
CREATE TABLE email_requests (
	id INTEGER NOT NULL,
	guest VARCHAR(32) NOT NULL,
	digest VARCHAR(64) NOT NULL,
	at BIGINT NOT NULL,
	CONSTRAINT pk_email_requests PRIMARY KEY (id),
	CONSTRAINT fk_email_requests_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
);
CREATE INDEX ix_email_requests_at ON email_requests (at);
CREATE TABLE logins (
	issuer VARCHAR(255) NOT NULL,
	subject VARCHAR(255) NOT NULL,
	guest VARCHAR(32) NOT NULL,
	CONSTRAINT pk_logins PRIMARY KEY (issuer, subject),
	CONSTRAINT fk_logins_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_logins_guest ON logins (guest);
CREATE TABLE passkeys (
	id VARCHAR(1400) NOT NULL,
	guest VARCHAR(32) NOT NULL,
	public_key TEXT NOT NULL,
	sign_count BIGINT NOT NULL,
	label VARCHAR(64) NOT NULL,
	created_at BIGINT NOT NULL,
	used_at BIGINT,
	CONSTRAINT pk_passkeys PRIMARY KEY (id),
	CONSTRAINT fk_passkeys_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_passkeys_guest ON passkeys (guest);
CREATE TABLE pending_logins (
	id VARCHAR(64) NOT NULL,
	kind VARCHAR(16) NOT NULL,
	guest VARCHAR(32),
	data_json TEXT NOT NULL,
	expires_at BIGINT NOT NULL,
	CONSTRAINT pk_pending_logins PRIMARY KEY (id),
	CONSTRAINT fk_pending_logins_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_pending_logins_expires_at ON pending_logins (expires_at);
CREATE TABLE programs (
	guest VARCHAR(32) NOT NULL,
	owner VARCHAR(32) NOT NULL,
	created_at BIGINT NOT NULL,
	CONSTRAINT pk_programs PRIMARY KEY (guest),
	CONSTRAINT fk_programs_guest FOREIGN KEY(guest) REFERENCES guests (id),
	CONSTRAINT fk_programs_owner FOREIGN KEY(owner) REFERENCES guests (id)
);
CREATE INDEX ix_programs_owner ON programs (owner);
CREATE TABLE pushes (
	id VARCHAR(32) NOT NULL,
	guest VARCHAR(32) NOT NULL,
	endpoint TEXT NOT NULL,
	digest VARCHAR(64) NOT NULL,
	p256dh VARCHAR(128) NOT NULL,
	auth VARCHAR(64) NOT NULL,
	language VARCHAR(8) NOT NULL,
	browser VARCHAR(64) NOT NULL,
	created_at BIGINT NOT NULL,
	timeouts INTEGER DEFAULT '0' NOT NULL,
	retry_at BIGINT,
	CONSTRAINT pk_pushes PRIMARY KEY (id),
	CONSTRAINT fk_pushes_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE,
	CONSTRAINT uq_pushes_digest UNIQUE (digest)
);
CREATE INDEX ix_pushes_guest ON pushes (guest);
CREATE TABLE rated_players (
	id VARCHAR(32) NOT NULL,
	guest VARCHAR(32),
	level VARCHAR(32),
	hidden BOOLEAN NOT NULL,
	CONSTRAINT pk_rated_players PRIMARY KEY (id),
	CONSTRAINT uq_rated_players_guest UNIQUE (guest),
	CONSTRAINT fk_rated_players_guest FOREIGN KEY(guest) REFERENCES guests (id),
	CONSTRAINT uq_rated_players_level UNIQUE (level)
);
CREATE TABLE rated_seats (
	table_id VARCHAR(32) NOT NULL,
	seat INTEGER NOT NULL,
	player VARCHAR(32) NOT NULL,
	rank INTEGER,
	resigned BOOLEAN,
	plants_json TEXT,
	mu DOUBLE,
	sigma DOUBLE,
	CONSTRAINT pk_rated_seats PRIMARY KEY (table_id, seat),
	CONSTRAINT fk_rated_seats_table_id FOREIGN KEY(table_id) REFERENCES rated_games (table_id) ON DELETE CASCADE
);
CREATE INDEX ix_rated_seats_player ON rated_seats (player);
CREATE TABLE rest_hours (
	guest VARCHAR(32) NOT NULL,
	rest_json TEXT NOT NULL,
	CONSTRAINT pk_rest_hours PRIMARY KEY (guest),
	CONSTRAINT fk_rest_hours_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
);
CREATE TABLE sessions (
	id VARCHAR(32) NOT NULL,
	guest VARCHAR(32) NOT NULL,
	device VARCHAR(64) NOT NULL,
	created_at BIGINT NOT NULL,
	seen_at BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	ended BOOLEAN NOT NULL,
	CONSTRAINT pk_sessions PRIMARY KEY (id),
	CONSTRAINT fk_sessions_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_sessions_ended_expires_at ON sessions (ended, expires_at);
CREATE INDEX ix_sessions_guest ON sessions (guest);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL,
	code VARCHAR(16) NOT NULL,
	state VARCHAR(16) NOT NULL,
	public BOOLEAN NOT NULL,
	settings_json TEXT NOT NULL,
	host VARCHAR(32),
	revision INTEGER NOT NULL,
	version INTEGER NOT NULL,
	to_act INTEGER,
	commitment VARCHAR(64),
	rematch_of VARCHAR(32),
	imported BOOLEAN NOT NULL,
	record VARCHAR(64),
	origin VARCHAR(16),
	round INTEGER,
	started_from VARCHAR(32),
	ending VARCHAR(16),
	offer_json TEXT,
	created_at BIGINT NOT NULL,
	changed_at BIGINT NOT NULL,
	CONSTRAINT pk_tables PRIMARY KEY (id),
	CONSTRAINT uq_tables_code UNIQUE (code),
	CONSTRAINT fk_tables_host FOREIGN KEY(host) REFERENCES guests (id),
	CONSTRAINT uq_tables_rematch_of UNIQUE (rematch_of)
);
CREATE INDEX ix_tables_host ON tables (host);
CREATE INDEX ix_tables_public_state_changed_at ON tables (public, state, changed_at);
CREATE UNIQUE INDEX ix_tables_record ON tables (record);
CREATE INDEX ix_tables_started_from ON tables (started_from);
CREATE INDEX ix_tables_state_changed_at ON tables (state, changed_at);
CREATE TABLE archived_tables (
	guest VARCHAR(32) NOT NULL,
	table_id VARCHAR(32) NOT NULL,
	CONSTRAINT pk_archived_tables PRIMARY KEY (guest, table_id),
	CONSTRAINT fk_archived_tables_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE,
	CONSTRAINT fk_archived_tables_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE bot_turns (
	table_id VARCHAR(32) NOT NULL,
	priority INTEGER NOT NULL,
	owner VARCHAR(32) DEFAULT '' NOT NULL,
	turn BIGINT DEFAULT '0' NOT NULL,
	due_at BIGINT NOT NULL,
	lease_until BIGINT,
	worker VARCHAR(16),
	CONSTRAINT pk_bot_turns PRIMARY KEY (table_id),
	CONSTRAINT fk_bot_turns_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_bot_turns_priority_due_at ON bot_turns (priority, due_at);
CREATE TABLE chat_lines (
	table_id VARCHAR(32) NOT NULL,
	room VARCHAR(16) NOT NULL,
	seq INTEGER NOT NULL,
	guest VARCHAR(32) NOT NULL,
	seat INTEGER,
	name VARCHAR(64) NOT NULL,
	phrase VARCHAR(32),
	text TEXT,
	"key" VARCHAR(64) NOT NULL,
	at BIGINT NOT NULL,
	CONSTRAINT pk_chat_lines PRIMARY KEY (table_id, room, seq),
	CONSTRAINT uq_chat_lines_table_id_guest_key UNIQUE (table_id, guest, "key"),
	CONSTRAINT fk_chat_lines_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
	CONSTRAINT fk_chat_lines_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_chat_lines_guest_at ON chat_lines (guest, at);
CREATE TABLE chat_report_lines (
	report INTEGER NOT NULL,
	seq INTEGER NOT NULL,
	guest VARCHAR(32) NOT NULL,
	seat INTEGER,
	name VARCHAR(64) NOT NULL,
	phrase VARCHAR(32),
	text TEXT,
	at BIGINT NOT NULL,
	CONSTRAINT pk_chat_report_lines PRIMARY KEY (report, seq),
	CONSTRAINT fk_chat_report_lines_report FOREIGN KEY(report) REFERENCES chat_reports (id) ON DELETE CASCADE,
	CONSTRAINT fk_chat_report_lines_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_chat_report_lines_guest ON chat_report_lines (guest);
CREATE TABLE chats (
	table_id VARCHAR(32) NOT NULL,
	silent BOOLEAN NOT NULL,
	CONSTRAINT pk_chats PRIMARY KEY (table_id),
	CONSTRAINT fk_chats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE games (
	table_id VARCHAR(32) NOT NULL,
	header_json TEXT NOT NULL,
	position_json TEXT NOT NULL,
	CONSTRAINT pk_games PRIMARY KEY (table_id),
	CONSTRAINT fk_games_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE jobs (
	id VARCHAR(80) NOT NULL,
	kind VARCHAR(16) NOT NULL,
	subject VARCHAR(32) NOT NULL,
	table_id VARCHAR(32),
	question_json TEXT NOT NULL,
	answer_json TEXT,
	done INTEGER NOT NULL,
	total INTEGER NOT NULL,
	state VARCHAR(8) NOT NULL,
	tries INTEGER NOT NULL,
	asker VARCHAR(32) DEFAULT '' NOT NULL,
	turn BIGINT DEFAULT '0' NOT NULL,
	asked_at BIGINT NOT NULL,
	lease_until BIGINT,
	worker VARCHAR(16),
	CONSTRAINT pk_jobs PRIMARY KEY (id),
	CONSTRAINT fk_jobs_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_jobs_state_asked_at ON jobs (state, asked_at);
CREATE INDEX ix_jobs_subject ON jobs (subject);
CREATE INDEX ix_jobs_table_id ON jobs (table_id);
CREATE TABLE lessons (
	guest VARCHAR(32) NOT NULL,
	lesson VARCHAR(60) NOT NULL,
	table_id VARCHAR(32),
	done_at BIGINT,
	CONSTRAINT pk_lessons PRIMARY KEY (guest, lesson),
	CONSTRAINT fk_lessons_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE,
	CONSTRAINT fk_lessons_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE SET NULL
);
CREATE INDEX ix_lessons_table_id ON lessons (table_id);
CREATE TABLE notifications (
	table_id VARCHAR(32) NOT NULL,
	guest VARCHAR(32) NOT NULL,
	channel VARCHAR(8) NOT NULL,
	version INTEGER NOT NULL,
	claimed_at BIGINT NOT NULL,
	tries INTEGER NOT NULL,
	sent BOOLEAN NOT NULL,
	sent_at BIGINT,
	CONSTRAINT pk_notifications PRIMARY KEY (table_id, guest, channel),
	CONSTRAINT fk_notifications_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
	CONSTRAINT fk_notifications_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
);
CREATE TABLE preset_moves (
	table_id VARCHAR(32) NOT NULL,
	seat INTEGER NOT NULL,
	moves_json TEXT NOT NULL,
	CONSTRAINT pk_preset_moves PRIMARY KEY (table_id, seat),
	CONSTRAINT fk_preset_moves_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE removals (
	table_id VARCHAR(32) NOT NULL,
	guest VARCHAR(32) NOT NULL,
	CONSTRAINT pk_removals PRIMARY KEY (table_id, guest),
	CONSTRAINT fk_removals_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
	CONSTRAINT fk_removals_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
);
CREATE INDEX ix_removals_guest ON removals (guest);
CREATE TABLE rows (
	table_id VARCHAR(32) NOT NULL,
	seq INTEGER NOT NULL,
	row_json TEXT NOT NULL,
	"key" VARCHAR(64),
	digest VARCHAR(64),
	at BIGINT NOT NULL,
	CONSTRAINT pk_rows PRIMARY KEY (table_id, seq),
	CONSTRAINT uq_rows_table_id_key UNIQUE (table_id, "key"),
	CONSTRAINT fk_rows_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE seat_keys (
	table_id VARCHAR(32) NOT NULL,
	seat INTEGER NOT NULL,
	guest VARCHAR(32) NOT NULL,
	CONSTRAINT pk_seat_keys PRIMARY KEY (table_id, seat, guest),
	CONSTRAINT fk_seat_keys_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
	CONSTRAINT fk_seat_keys_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_seat_keys_guest ON seat_keys (guest);
CREATE TABLE seats (
	table_id VARCHAR(32) NOT NULL,
	seat INTEGER NOT NULL,
	kind VARCHAR(16) NOT NULL,
	guest VARCHAR(32),
	name VARCHAR(64) NOT NULL,
	bot VARCHAR(32),
	invited BOOLEAN NOT NULL,
	resigned BOOLEAN NOT NULL,
	resigned_by VARCHAR(32),
	recovery VARCHAR(64),
	link VARCHAR(32),
	bank BIGINT,
	missed INTEGER DEFAULT '0' NOT NULL,
	stand_in VARCHAR(32),
	votes_json TEXT,
	seen_at BIGINT,
	colour INTEGER,
	advice BOOLEAN DEFAULT 0 NOT NULL,
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat),
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
	CONSTRAINT fk_seats_guest FOREIGN KEY(guest) REFERENCES guests (id),
	CONSTRAINT fk_seats_resigned_by FOREIGN KEY(resigned_by) REFERENCES guests (id),
	CONSTRAINT uq_seats_recovery UNIQUE (recovery)
);
CREATE INDEX ix_seats_guest ON seats (guest);
CREATE INDEX ix_seats_resigned_by ON seats (resigned_by);
CREATE TABLE seeks (
	guest VARCHAR(32) NOT NULL,
	edition VARCHAR(64) NOT NULL,
	map VARCHAR(64),
	players INTEGER,
	clock VARCHAR(16),
	bot VARCHAR(32),
	fill_after INTEGER,
	rated BOOLEAN DEFAULT 0 NOT NULL,
	since BIGINT NOT NULL,
	seen_at BIGINT NOT NULL,
	table_id VARCHAR(32),
	CONSTRAINT pk_seeks PRIMARY KEY (guest),
	CONSTRAINT fk_seeks_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE,
	CONSTRAINT fk_seeks_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_seeks_seen_at ON seeks (seen_at);
CREATE TABLE snapshots (
	table_id VARCHAR(32) NOT NULL,
	seq INTEGER NOT NULL,
	position_json TEXT NOT NULL,
	CONSTRAINT pk_snapshots PRIMARY KEY (table_id, seq),
	CONSTRAINT fk_snapshots_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE table_events (
	table_id VARCHAR(32) NOT NULL,
	seq INTEGER NOT NULL,
	kind VARCHAR(24) NOT NULL,
	version INTEGER NOT NULL,
	at BIGINT NOT NULL,
	seat INTEGER,
	bot VARCHAR(32),
	reason VARCHAR(16),
	CONSTRAINT pk_table_events PRIMARY KEY (table_id, seq),
	CONSTRAINT fk_table_events_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE turns (
	table_id VARCHAR(32) NOT NULL,
	seat INTEGER NOT NULL,
	stage VARCHAR(64) NOT NULL,
	since BIGINT NOT NULL,
	deadline BIGINT,
	timed_out BOOLEAN NOT NULL,
	previous_json TEXT,
	lease_until BIGINT,
	CONSTRAINT pk_turns PRIMARY KEY (table_id),
	CONSTRAINT fk_turns_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_turns_deadline ON turns (deadline);
CREATE TABLE guests (
	id VARCHAR(32) NOT NULL,
	name VARCHAR(64) NOT NULL,
	created_at BIGINT NOT NULL,
	generation INTEGER DEFAULT '0' NOT NULL,
	CONSTRAINT pk_guests PRIMARY KEY (id)
);
CREATE INDEX ix_guests_generation ON guests (generation);
CREATE TABLE meta (
	name VARCHAR(32) NOT NULL,
	value TEXT NOT NULL,
	CONSTRAINT pk_meta PRIMARY KEY (name)
);
CREATE TABLE password_attempts (
	digest VARCHAR(64) NOT NULL,
	count INTEGER NOT NULL,
	at BIGINT NOT NULL,
	until BIGINT NOT NULL,
	CONSTRAINT pk_password_attempts PRIMARY KEY (digest)
);
CREATE INDEX ix_password_attempts_at ON password_attempts (at);
CREATE TABLE rate_spending (
	server VARCHAR(16) NOT NULL,
	bucket VARCHAR(16) NOT NULL,
	key VARCHAR(32) NOT NULL,
	total FLOAT NOT NULL,
	at BIGINT NOT NULL,
	CONSTRAINT pk_rate_spending PRIMARY KEY (server, bucket, key)
);
CREATE INDEX ix_rate_spending_at ON rate_spending (at);
CREATE TABLE rated_games (
	table_id VARCHAR(32) NOT NULL,
	pool VARCHAR(64) NOT NULL,
	edition VARCHAR(64) NOT NULL,
	map VARCHAR(64) NOT NULL,
	seq INTEGER,
	finished_at BIGINT,
	CONSTRAINT pk_rated_games PRIMARY KEY (table_id),
	CONSTRAINT uq_rated_games_seq UNIQUE (seq)
);
CREATE TABLE ratings (
	pool VARCHAR(64) NOT NULL,
	player VARCHAR(32) NOT NULL,
	mu DOUBLE PRECISION NOT NULL,
	sigma DOUBLE PRECISION NOT NULL,
	games INTEGER NOT NULL,
	wins INTEGER NOT NULL,
	CONSTRAINT pk_ratings PRIMARY KEY (pool, player)
);
CREATE INDEX ix_ratings_pool_mu ON ratings (pool, mu);
CREATE TABLE servers (
	id VARCHAR(16) NOT NULL,
	alive_at BIGINT NOT NULL,
	CONSTRAINT pk_servers PRIMARY KEY (id)
);
CREATE TABLE sockets (
	server VARCHAR(16) NOT NULL,
	number INTEGER NOT NULL,
	table_id VARCHAR(32) NOT NULL,
	guest VARCHAR(32),
	address VARCHAR(32) NOT NULL,
	came_at BIGINT NOT NULL,
	CONSTRAINT pk_sockets PRIMARY KEY (server, number)
);
CREATE INDEX ix_sockets_address ON sockets (address);
CREATE INDEX ix_sockets_table_id ON sockets (table_id);
CREATE TABLE accounts (
	guest VARCHAR(32) NOT NULL,
	name VARCHAR(64) NOT NULL,
	confusable_key VARCHAR(64) NOT NULL,
	password VARCHAR(256),
	admin BOOLEAN NOT NULL,
	created_at BIGINT NOT NULL,
	CONSTRAINT pk_accounts PRIMARY KEY (guest),
	CONSTRAINT fk_accounts_guest FOREIGN KEY(guest) REFERENCES guests (id),
	CONSTRAINT uq_accounts_confusable_key UNIQUE (confusable_key)
);
CREATE TABLE address_bans (
	digest VARCHAR(32) NOT NULL,
	guest VARCHAR(32),
	until BIGINT NOT NULL,
	CONSTRAINT pk_address_bans PRIMARY KEY (digest),
	CONSTRAINT fk_address_bans_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_address_bans_guest ON address_bans (guest);
CREATE INDEX ix_address_bans_until ON address_bans (until);
CREATE TABLE addresses (
	guest VARCHAR(32) NOT NULL,
	address VARCHAR(254) NOT NULL,
	language VARCHAR(8) NOT NULL,
	created_at BIGINT NOT NULL,
	asked_at BIGINT,
	confirmed_at BIGINT,
	turn_mails BOOLEAN DEFAULT true NOT NULL,
	CONSTRAINT pk_addresses PRIMARY KEY (guest),
	CONSTRAINT fk_addresses_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
);
CREATE TABLE admin_actions (
	id SERIAL NOT NULL,
	at BIGINT NOT NULL,
	who VARCHAR(32),
	action VARCHAR(32) NOT NULL,
	about_json TEXT NOT NULL,
	CONSTRAINT pk_admin_actions PRIMARY KEY (id),
	CONSTRAINT fk_admin_actions_who FOREIGN KEY(who) REFERENCES guests (id)
);
CREATE INDEX ix_admin_actions_who ON admin_actions (who);
CREATE TABLE bans (
	guest VARCHAR(32) NOT NULL,
	reason TEXT NOT NULL,
	until BIGINT,
	address_until BIGINT,
	CONSTRAINT pk_bans PRIMARY KEY (guest),
	CONSTRAINT fk_bans_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE TABLE chat_mutes (
	guest VARCHAR(32) NOT NULL,
	muted VARCHAR(32) NOT NULL,
	CONSTRAINT pk_chat_mutes PRIMARY KEY (guest, muted),
	CONSTRAINT fk_chat_mutes_guest FOREIGN KEY(guest) REFERENCES guests (id),
	CONSTRAINT fk_chat_mutes_muted FOREIGN KEY(muted) REFERENCES guests (id)
);
CREATE TABLE chat_reports (
	id SERIAL NOT NULL,
	table_id VARCHAR(32) NOT NULL,
	room VARCHAR(16) NOT NULL,
	seq INTEGER NOT NULL,
	guest VARCHAR(32) NOT NULL,
	name VARCHAR(64) NOT NULL,
	said TEXT NOT NULL,
	said_at BIGINT NOT NULL,
	reporter VARCHAR(32) NOT NULL,
	at BIGINT NOT NULL,
	settled BOOLEAN NOT NULL,
	reason VARCHAR(16),
	note TEXT,
	CONSTRAINT pk_chat_reports PRIMARY KEY (id),
	CONSTRAINT uq_chat_reports_table_id_room_seq_reporter UNIQUE (table_id, room, seq, reporter),
	CONSTRAINT fk_chat_reports_guest FOREIGN KEY(guest) REFERENCES guests (id),
	CONSTRAINT fk_chat_reports_reporter FOREIGN KEY(reporter) REFERENCES guests (id)
);
CREATE TABLE email_requests (
	id SERIAL NOT NULL,
	guest VARCHAR(32) NOT NULL,
	digest VARCHAR(64) NOT NULL,
	at BIGINT NOT NULL,
	CONSTRAINT pk_email_requests PRIMARY KEY (id),
	CONSTRAINT fk_email_requests_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
);
CREATE INDEX ix_email_requests_at ON email_requests (at);
CREATE TABLE logins (
	issuer VARCHAR(255) NOT NULL,
	subject VARCHAR(255) NOT NULL,
	guest VARCHAR(32) NOT NULL,
	CONSTRAINT pk_logins PRIMARY KEY (issuer, subject),
	CONSTRAINT fk_logins_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_logins_guest ON logins (guest);
CREATE TABLE passkeys (
	id VARCHAR(1400) NOT NULL,
	guest VARCHAR(32) NOT NULL,
	public_key TEXT NOT NULL,
	sign_count BIGINT NOT NULL,
	label VARCHAR(64) NOT NULL,
	created_at BIGINT NOT NULL,
	used_at BIGINT,
	CONSTRAINT pk_passkeys PRIMARY KEY (id),
	CONSTRAINT fk_passkeys_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_passkeys_guest ON passkeys (guest);
CREATE TABLE pending_logins (
	id VARCHAR(64) NOT NULL,
	kind VARCHAR(16) NOT NULL,
	guest VARCHAR(32),
	data_json TEXT NOT NULL,
	expires_at BIGINT NOT NULL,
	CONSTRAINT pk_pending_logins PRIMARY KEY (id),
	CONSTRAINT fk_pending_logins_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_pending_logins_expires_at ON pending_logins (expires_at);
CREATE TABLE programs (
	guest VARCHAR(32) NOT NULL,
	owner VARCHAR(32) NOT NULL,
	created_at BIGINT NOT NULL,
	CONSTRAINT pk_programs PRIMARY KEY (guest),
	CONSTRAINT fk_programs_guest FOREIGN KEY(guest) REFERENCES guests (id),
	CONSTRAINT fk_programs_owner FOREIGN KEY(owner) REFERENCES guests (id)
);
CREATE INDEX ix_programs_owner ON programs (owner);
CREATE TABLE pushes (
	id VARCHAR(32) NOT NULL,
	guest VARCHAR(32) NOT NULL,
	endpoint TEXT NOT NULL,
	digest VARCHAR(64) NOT NULL,
	p256dh VARCHAR(128) NOT NULL,
	auth VARCHAR(64) NOT NULL,
	language VARCHAR(8) NOT NULL,
	browser VARCHAR(64) NOT NULL,
	created_at BIGINT NOT NULL,
	timeouts INTEGER DEFAULT '0' NOT NULL,
	retry_at BIGINT,
	CONSTRAINT pk_pushes PRIMARY KEY (id),
	CONSTRAINT fk_pushes_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE,
	CONSTRAINT uq_pushes_digest UNIQUE (digest)
);
CREATE INDEX ix_pushes_guest ON pushes (guest);
CREATE TABLE rated_players (
	id VARCHAR(32) NOT NULL,
	guest VARCHAR(32),
	level VARCHAR(32),
	hidden BOOLEAN NOT NULL,
	CONSTRAINT pk_rated_players PRIMARY KEY (id),
	CONSTRAINT uq_rated_players_guest UNIQUE (guest),
	CONSTRAINT fk_rated_players_guest FOREIGN KEY(guest) REFERENCES guests (id),
	CONSTRAINT uq_rated_players_level UNIQUE (level)
);
CREATE TABLE rated_seats (
	table_id VARCHAR(32) NOT NULL,
	seat INTEGER NOT NULL,
	player VARCHAR(32) NOT NULL,
	rank INTEGER,
	resigned BOOLEAN,
	plants_json TEXT,
	mu DOUBLE PRECISION,
	sigma DOUBLE PRECISION,
	CONSTRAINT pk_rated_seats PRIMARY KEY (table_id, seat),
	CONSTRAINT fk_rated_seats_table_id FOREIGN KEY(table_id) REFERENCES rated_games (table_id) ON DELETE CASCADE
);
CREATE INDEX ix_rated_seats_player ON rated_seats (player);
CREATE TABLE rest_hours (
	guest VARCHAR(32) NOT NULL,
	rest_json TEXT NOT NULL,
	CONSTRAINT pk_rest_hours PRIMARY KEY (guest),
	CONSTRAINT fk_rest_hours_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
);
CREATE TABLE sessions (
	id VARCHAR(32) NOT NULL,
	guest VARCHAR(32) NOT NULL,
	device VARCHAR(64) NOT NULL,
	created_at BIGINT NOT NULL,
	seen_at BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	ended BOOLEAN NOT NULL,
	CONSTRAINT pk_sessions PRIMARY KEY (id),
	CONSTRAINT fk_sessions_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_sessions_ended_expires_at ON sessions (ended, expires_at);
CREATE INDEX ix_sessions_guest ON sessions (guest);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL,
	code VARCHAR(16) NOT NULL,
	state VARCHAR(16) NOT NULL,
	public BOOLEAN NOT NULL,
	settings_json TEXT NOT NULL,
	host VARCHAR(32),
	revision INTEGER NOT NULL,
	version INTEGER NOT NULL,
	to_act INTEGER,
	commitment VARCHAR(64),
	rematch_of VARCHAR(32),
	imported BOOLEAN NOT NULL,
	record VARCHAR(64),
	origin VARCHAR(16),
	round INTEGER,
	started_from VARCHAR(32),
	ending VARCHAR(16),
	offer_json TEXT,
	created_at BIGINT NOT NULL,
	changed_at BIGINT NOT NULL,
	CONSTRAINT pk_tables PRIMARY KEY (id),
	CONSTRAINT uq_tables_code UNIQUE (code),
	CONSTRAINT fk_tables_host FOREIGN KEY(host) REFERENCES guests (id),
	CONSTRAINT uq_tables_rematch_of UNIQUE (rematch_of)
);
CREATE INDEX ix_tables_host ON tables (host);
CREATE INDEX ix_tables_public_state_changed_at ON tables (public, state, changed_at);
CREATE UNIQUE INDEX ix_tables_record ON tables (record);
CREATE INDEX ix_tables_started_from ON tables (started_from);
CREATE INDEX ix_tables_state_changed_at ON tables (state, changed_at);
CREATE TABLE archived_tables (
	guest VARCHAR(32) NOT NULL,
	table_id VARCHAR(32) NOT NULL,
	CONSTRAINT pk_archived_tables PRIMARY KEY (guest, table_id),
	CONSTRAINT fk_archived_tables_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE,
	CONSTRAINT fk_archived_tables_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE bot_turns (
	table_id VARCHAR(32) NOT NULL,
	priority INTEGER NOT NULL,
	owner VARCHAR(32) DEFAULT '' NOT NULL,
	turn BIGINT DEFAULT '0' NOT NULL,
	due_at BIGINT NOT NULL,
	lease_until BIGINT,
	worker VARCHAR(16),
	CONSTRAINT pk_bot_turns PRIMARY KEY (table_id),
	CONSTRAINT fk_bot_turns_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_bot_turns_priority_due_at ON bot_turns (priority, due_at);
CREATE TABLE chat_lines (
	table_id VARCHAR(32) NOT NULL,
	room VARCHAR(16) NOT NULL,
	seq INTEGER NOT NULL,
	guest VARCHAR(32) NOT NULL,
	seat INTEGER,
	name VARCHAR(64) NOT NULL,
	phrase VARCHAR(32),
	text TEXT,
	key VARCHAR(64) NOT NULL,
	at BIGINT NOT NULL,
	CONSTRAINT pk_chat_lines PRIMARY KEY (table_id, room, seq),
	CONSTRAINT uq_chat_lines_table_id_guest_key UNIQUE (table_id, guest, key),
	CONSTRAINT fk_chat_lines_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
	CONSTRAINT fk_chat_lines_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_chat_lines_guest_at ON chat_lines (guest, at);
CREATE TABLE chat_report_lines (
	report INTEGER NOT NULL,
	seq INTEGER NOT NULL,
	guest VARCHAR(32) NOT NULL,
	seat INTEGER,
	name VARCHAR(64) NOT NULL,
	phrase VARCHAR(32),
	text TEXT,
	at BIGINT NOT NULL,
	CONSTRAINT pk_chat_report_lines PRIMARY KEY (report, seq),
	CONSTRAINT fk_chat_report_lines_report FOREIGN KEY(report) REFERENCES chat_reports (id) ON DELETE CASCADE,
	CONSTRAINT fk_chat_report_lines_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_chat_report_lines_guest ON chat_report_lines (guest);
CREATE TABLE chats (
	table_id VARCHAR(32) NOT NULL,
	silent BOOLEAN NOT NULL,
	CONSTRAINT pk_chats PRIMARY KEY (table_id),
	CONSTRAINT fk_chats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE games (
	table_id VARCHAR(32) NOT NULL,
	header_json TEXT NOT NULL,
	position_json TEXT NOT NULL,
	CONSTRAINT pk_games PRIMARY KEY (table_id),
	CONSTRAINT fk_games_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE jobs (
	id VARCHAR(80) NOT NULL,
	kind VARCHAR(16) NOT NULL,
	subject VARCHAR(32) NOT NULL,
	table_id VARCHAR(32),
	question_json TEXT NOT NULL,
	answer_json TEXT,
	done INTEGER NOT NULL,
	total INTEGER NOT NULL,
	state VARCHAR(8) NOT NULL,
	tries INTEGER NOT NULL,
	asker VARCHAR(32) DEFAULT '' NOT NULL,
	turn BIGINT DEFAULT '0' NOT NULL,
	asked_at BIGINT NOT NULL,
	lease_until BIGINT,
	worker VARCHAR(16),
	CONSTRAINT pk_jobs PRIMARY KEY (id),
	CONSTRAINT fk_jobs_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_jobs_state_asked_at ON jobs (state, asked_at);
CREATE INDEX ix_jobs_subject ON jobs (subject);
CREATE INDEX ix_jobs_table_id ON jobs (table_id);
CREATE TABLE lessons (
	guest VARCHAR(32) NOT NULL,
	lesson VARCHAR(60) NOT NULL,
	table_id VARCHAR(32),
	done_at BIGINT,
	CONSTRAINT pk_lessons PRIMARY KEY (guest, lesson),
	CONSTRAINT fk_lessons_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE,
	CONSTRAINT fk_lessons_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE SET NULL
);
CREATE INDEX ix_lessons_table_id ON lessons (table_id);
CREATE TABLE notifications (
	table_id VARCHAR(32) NOT NULL,
	guest VARCHAR(32) NOT NULL,
	channel VARCHAR(8) NOT NULL,
	version INTEGER NOT NULL,
	claimed_at BIGINT NOT NULL,
	tries INTEGER NOT NULL,
	sent BOOLEAN NOT NULL,
	sent_at BIGINT,
	CONSTRAINT pk_notifications PRIMARY KEY (table_id, guest, channel),
	CONSTRAINT fk_notifications_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
	CONSTRAINT fk_notifications_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
);
CREATE TABLE preset_moves (
	table_id VARCHAR(32) NOT NULL,
	seat INTEGER NOT NULL,
	moves_json TEXT NOT NULL,
	CONSTRAINT pk_preset_moves PRIMARY KEY (table_id, seat),
	CONSTRAINT fk_preset_moves_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE removals (
	table_id VARCHAR(32) NOT NULL,
	guest VARCHAR(32) NOT NULL,
	CONSTRAINT pk_removals PRIMARY KEY (table_id, guest),
	CONSTRAINT fk_removals_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
	CONSTRAINT fk_removals_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
);
CREATE INDEX ix_removals_guest ON removals (guest);
CREATE TABLE rows (
	table_id VARCHAR(32) NOT NULL,
	seq INTEGER NOT NULL,
	row_json TEXT NOT NULL,
	key VARCHAR(64),
	digest VARCHAR(64),
	at BIGINT NOT NULL,
	CONSTRAINT pk_rows PRIMARY KEY (table_id, seq),
	CONSTRAINT uq_rows_table_id_key UNIQUE (table_id, key),
	CONSTRAINT fk_rows_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE seat_keys (
	table_id VARCHAR(32) NOT NULL,
	seat INTEGER NOT NULL,
	guest VARCHAR(32) NOT NULL,
	CONSTRAINT pk_seat_keys PRIMARY KEY (table_id, seat, guest),
	CONSTRAINT fk_seat_keys_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
	CONSTRAINT fk_seat_keys_guest FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE INDEX ix_seat_keys_guest ON seat_keys (guest);
CREATE TABLE seats (
	table_id VARCHAR(32) NOT NULL,
	seat INTEGER NOT NULL,
	kind VARCHAR(16) NOT NULL,
	guest VARCHAR(32),
	name VARCHAR(64) NOT NULL,
	bot VARCHAR(32),
	invited BOOLEAN NOT NULL,
	resigned BOOLEAN NOT NULL,
	resigned_by VARCHAR(32),
	recovery VARCHAR(64),
	link VARCHAR(32),
	bank BIGINT,
	missed INTEGER DEFAULT '0' NOT NULL,
	stand_in VARCHAR(32),
	votes_json TEXT,
	seen_at BIGINT,
	colour INTEGER,
	advice BOOLEAN DEFAULT false NOT NULL,
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat),
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE,
	CONSTRAINT fk_seats_guest FOREIGN KEY(guest) REFERENCES guests (id),
	CONSTRAINT fk_seats_resigned_by FOREIGN KEY(resigned_by) REFERENCES guests (id),
	CONSTRAINT uq_seats_recovery UNIQUE (recovery)
);
CREATE INDEX ix_seats_guest ON seats (guest);
CREATE INDEX ix_seats_resigned_by ON seats (resigned_by);
CREATE TABLE seeks (
	guest VARCHAR(32) NOT NULL,
	edition VARCHAR(64) NOT NULL,
	map VARCHAR(64),
	players INTEGER,
	clock VARCHAR(16),
	bot VARCHAR(32),
	fill_after INTEGER,
	rated BOOLEAN DEFAULT false NOT NULL,
	since BIGINT NOT NULL,
	seen_at BIGINT NOT NULL,
	table_id VARCHAR(32),
	CONSTRAINT pk_seeks PRIMARY KEY (guest),
	CONSTRAINT fk_seeks_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE,
	CONSTRAINT fk_seeks_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_seeks_seen_at ON seeks (seen_at);
CREATE TABLE snapshots (
	table_id VARCHAR(32) NOT NULL,
	seq INTEGER NOT NULL,
	position_json TEXT NOT NULL,
	CONSTRAINT pk_snapshots PRIMARY KEY (table_id, seq),
	CONSTRAINT fk_snapshots_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE table_events (
	table_id VARCHAR(32) NOT NULL,
	seq INTEGER NOT NULL,
	kind VARCHAR(24) NOT NULL,
	version INTEGER NOT NULL,
	at BIGINT NOT NULL,
	seat INTEGER,
	bot VARCHAR(32),
	reason VARCHAR(16),
	CONSTRAINT pk_table_events PRIMARY KEY (table_id, seq),
	CONSTRAINT fk_table_events_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE turns (
	table_id VARCHAR(32) NOT NULL,
	seat INTEGER NOT NULL,
	stage VARCHAR(64) NOT NULL,
	since BIGINT NOT NULL,
	deadline BIGINT,
	timed_out BOOLEAN NOT NULL,
	previous_json TEXT,
	lease_until BIGINT,
	CONSTRAINT pk_turns PRIMARY KEY (table_id),
	CONSTRAINT fk_turns_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_turns_deadline ON turns (deadline);
