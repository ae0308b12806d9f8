// Written by tools/generate/client_types.py from the server's types; `make generate` renews it.

export type TermsWord =
  | "round" | "phase" | "step" | "player" | "money" | "plants" | "plant" | "fuel" | "cities" | "current" |
  "future" | "deck" | "supply" | "price" | "in_market" | "refill" | "order" | "supplied" | "capacity" | "rank" |
  "moves" | "plan_move" | "to_act" | "bought" | "sat_out" | "hidden" | "sold_out" | "nobody" | "game_over" |
  "winner" | "shared_win" | "regions" | "cards" | "empty" | "must_buy" | "robot" | "robot_tiles" | "housing" |
  "technology" | "workers" | "seasonal" | "permanent" | "robots" | "places" | "need" | "slots" | "board";

export type PhasesWord =
  | "order" | "auctions" | "fuel" | "building" | "bureaucracy" | "second-auctions";

export type DecisionsWord =
  | "region" | "auction" | "bid" | "scrap" | "discard-fuel" | "assign" | "fuel" | "build" | "run" | "place" |
  "robot-start" | "robot-name" | "robot-strike" | "robot-bid" | "robot-build" | "network" | "company" |
  "workers" | "robot" | "trust-site";

export type InTextWord =
  | "plant" | "housing" | "technology";

export type BacksWord =
  | "dark" | "light" | "plug" | "socket";

export type FactsWord =
  | "tile" | "first_city" | "auction" | "resources" | "building" | "ability" | "other_tile" | "slot" | "reason"
  | "way" | "site" | "place";

export type FuelMovesWord =
  | "market" | "supply";

export type Step3Word =
  | "to-come" | "on-offer" | "changed";

export type EventsWord =
  | "regions-chosen" | "region-named" | "order-set" | "cards-removed" | "deck-shuffled" | "round-began" |
  "phase-began" | "step-began" | "auction-opened" | "bid-made" | "passed" | "sat-out" | "plant-bought" |
  "plant-scrapped" | "fuel-discarded" | "card-drawn" | "card-boxed" | "card-put-under" | "extra-auction-began" |
  "card-won" | "card-assigned" | "fuel-bought" | "city-connected" | "plants-ran" | "plant-taken" | "fuel-taken"
  | "fuel-returned" | "house-placed" | "marker-laid" | "marker-removed" | "card-passed-on" | "top-card-seen" |
  "tax-paid" | "fuel-moved" | "fuel-refilled" | "game-ended" | "tiles-laid" | "robot-seated" | "robot-bids" |
  "robot-bids-by-cities" | "robot-declines" | "robot-leaves" | "robot-takes" | "robot-stocks" | "robot-builds" |
  "robot-builds-most" | "robot-waits" | "robot-uses" | "start-drawn" | "start-chosen" | "start-named" |
  "start-struck" | "choice-bought" | "card-piled" | "building-built" | "built-on-card" | "company-arranged" |
  "workers-hired" | "robot-made" | "workers-dismissed" | "workers-kept";

export type MovesWord =
  | "choose-region" | "open" | "sit-out" | "bid" | "pass" | "scrap" | "discard-fuel" | "assign" | "buy" |
  "connect" | "done" | "run" | "place" | "suggest" | "strike" | "build" | "arrange" | "hire" | "make-robot";

export type AdviceWord =
  | "start" | "cheap-start" | "plant" | "sit-out" | "extra" | "cannot-raise" | "scrap" | "fuel" | "fuel-enough"
  | "store" | "build" | "enough" | "no-city" | "too-dear" | "not-yet" | "end-it" | "last-round" | "run" |
  "chances" | "chances-close" | "chances-worse" | "not-learned" | "compared" | "only-move" | "rule-of-thumb" |
  "plant-card" | "housing-card" | "technology-card" | "gift" | "build-houses" | "build-plant" | "build-housing"
  | "enough-houses" | "keep-for-wages" | "arrange" | "hire" | "robot";

export type ReviewedAuctionsWord =
  | "bought" | "passed" | "outbid" | "no-bid";

export type LessonsWord =
  | "leads";

export type RankingWord =
  | "ended" | "stuck" | "full" | "by_supplied" | "by_money" | "by_cities" | "shared" | "resigned" |
  "resigned_all";

export type HelpWord =
  | "round" | "step" | "phase_order" | "phase_auctions" | "phase_fuel" | "phase_building" | "phase_bureaucracy"
  | "turn" | "undo" | "log" | "place" | "tag" | "cities" | "money" | "supply" | "plant" | "number" | "burns" |
  "output" | "own_plant" | "race" | "city" | "connection" | "market" | "future" | "leaving" | "deck" | "least" |
  "auction" | "bid" | "calc" | "fuel" | "spaces" | "price" | "stepper" | "refill" | "income" | "sums" |
  "confirm" | "confirm_off" | "why_not" | "fill" | "planning" | "choice" | "ways" | "replay" | "recent" |
  "review" | "tabs" | "zoom" | "without" | "rounds" | "send" | "report" | "talk" | "menu" | "tiles" |
  "ask_region" | "ask_auction" | "ask_bid" | "ask_scrap" | "ask_discard-fuel" | "ask_assign" | "ask_fuel" |
  "ask_build" | "ask_run" | "ask_place" | "sit-out" | "clock" | "advice" | "ranking" | "phase_second-auctions" |
  "slots" | "crew" | "sites" | "ask_network" | "ask_company" | "ask_workers" | "ask_robot" | "ask_trust-site";

export type PageHelpWord =
  | "explain" | "ten_minutes" | "explain_text" | "explain_end" | "explanations" | "why_title" | "why_filter" |
  "why_more" | "why_all" | "why_wait" | "not_now" | "topic" | "in_full" | "close";

export type PageRulesWord =
  | "rules_of" | "search" | "found" | "nothing" | "as_page" | "contents" | "full" | "all_editions" | "needs" |
  "order" | "market" | "fuel" | "connection" | "payments" | "steps";

export type PageAdviceWord =
  | "title" | "level" | "chance" | "wait" | "agreed" | "not_agreed" | "yes" | "no" | "agree" | "take_back";

export type PuzzlesWord =
  | "title_cities" | "title_fuel" | "title_worth" | "title_end" | "cities" | "cities_more" | "fuel" |
  "fuel_prices" | "worth" | "worth_more" | "end" | "end_more" | "end_price" | "end_rival" | "facts" | "no_fuel"
  | "yes" | "no" | "win" | "lose" | "short" | "cities_told" | "fuel_told" | "worth_yes" | "worth_no" | "end_win"
  | "end_lose" | "end_short";

export type PagePuzzlesWord =
  | "title" | "text" | "daily" | "more" | "right" | "wrong" | "answered" | "your_answer" | "time" | "streak" |
  "solved" | "advice" | "choices" | "costs";

export type TerminalWord =
  | "hint" | "saved" | "more" | "bot_failed" | "undone" | "price" | "less" | "wins" | "run" | "did_you_mean" |
  "help_moves" | "help_commands" | "help_tab" | "help_board" | "help_all" | "help_map" | "help_log" |
  "help_hint" | "help_why" | "help_undo" | "help_save" | "help_help" | "help_quit";

export type RefusalsWord =
  | "not-on-offer" | "step-3-offered" | "in-future-market" | "opening-too-low" | "must-buy" | "bid-above-money"
  | "bid-above-money-and-rebate" | "extra-opening-too-low" | "raise-too-low" | "buys-nothing" | "sold-out" |
  "too-few-in-market" | "no-room-for-fuel" | "fuel-too-dear" | "region-named" | "region-apart" |
  "not-yours-to-scrap" | "just-bought" | "gives-up-otherwise" | "not-your-plant" | "other-decision" |
  "runs-once" | "fuel-lacking" | "several-ways" | "burns-exactly" | "burns-too-much" | "burns-other-fuel" |
  "stored-elsewhere" | "outside-area" | "house-there" | "city-full" | "stops-building" | "houses-used" |
  "first-city-too-dear" | "city-too-dear" | "trust-house-there" | "trust-house-apart" | "undo-after-a-card" |
  "plan-past-a-card" | "nothing-to-undo" | "undo-of-another" | "not-your-turn" | "game-over" | "game-over-undo"
  | "map-too-small" | "map-for-nobody" | "unknown-card" | "unknown-city" | "unknown-fuel" | "unknown-region" |
  "no-move" | "no-command" | "no-move-but" | "unreadable-move" | "no-offer" | "offer-with-amount" |
  "offer-without-amount" | "log-needs-number" | "save-needs-file" | "cannot-write" | "no-rule" |
  "version-passed" | "not-begun" | "wrong-state" | "undo-clock" | "seat-held" | "not-away" | "no-vote" |
  "abandon-players" | "abandon-declined" | "vote-clock" | "vote-holiday" | "no-stand-ins" | "no-clocks" |
  "no-preset-moves" | "preset-too-dear" | "preset-over-limit" | "no-guest" | "no-zone" | "long-night" |
  "holiday-backwards" | "many-holidays" | "long-holidays" | "no-time" | "no-day" | "rated-advice" | "rated-undo"
  | "abandon-rated" | "rated-seat" | "rated-one-seat" | "rated-people" | "rated-named" | "ratings-off" |
  "no-profile" | "no-person" | "admin-no-account" | "ban-admin" | "ban-address-account" | "not-banned" |
  "closed-already" | "seat-nobody" | "banned" | "banned-until" | "banned-address" | "no-rated-game" |
  "advice-players" | "advice-agreed" | "no-advice" | "chances-alone" | "unlearned" | "review-later" |
  "no-review" | "no-tournament" | "too-many-reviews" | "many-reviews" | "no-such-seat" | "metrics-token" |
  "no-reason" | "reason-hidden" | "host-only" | "not-your-seat" | "seat-taken" | "seat-automatic" |
  "seat-not-automatic" | "no-seat-free" | "not-at-the-table" | "seats-free" | "no-table" | "no-code" |
  "no-seat-link" | "opened-by-link" | "already-seated" | "unreadable-identity" | "link-not-shown" |
  "too-many-devices" | "push-off" | "push-endpoint" | "push-keys" | "too-many-browsers" | "no-browser" |
  "forgotten-off" | "reset-over" | "mail-off" | "mail-address" | "mail-too-many" | "colour-taken" |
  "not-my-table" | "no-seeking" | "no-public-tables" | "no-admin-pages" | "too-many-tables" |
  "too-many-bot-games" | "too-many-records" | "played-elsewhere" | "changed-meanwhile" | "too-many-sockets" |
  "too-many" | "uploads-full" | "uploads-address" | "too-slow" | "no-database" | "leaving" | "other-version" |
  "not-kept" | "internal" | "name-length" | "name-character" | "name-unseen" | "name-accents" | "chat-off" |
  "chat-silent" | "chat-length" | "chat-character" | "chat-unseen" | "chat-who" | "chat-room" | "chat-too-many"
  | "too-many-reports" | "too-many-muted" | "no-line" | "programs-off" | "program-token" | "program-plays" |
  "too-many-programs" | "too-many-seats" | "no-program" | "name-reserved" | "name-alike" | "accounts-off" |
  "accounts-lacking" | "account-there" | "account-name" | "no-account" | "admins-only" | "wrong-password" |
  "not-your-password" | "guessed-too-often" | "no-session" | "password-length" | "password-character" |
  "password-plain" | "too-many-passkeys" | "account-needs-name" | "passkey-late" | "passkey-wrong" |
  "unknown-passkey" | "no-passkey" | "no-address" | "last-way-in" | "nothing-kept" | "no-lesson" | "no-puzzle" |
  "lesson-changed" | "not-a-lesson" | "lesson-rematch" | "no-provider" | "oidc-failed" | "oidc-late" |
  "login-of-another" | "no-login" | "robot-cannot-start" | "start-named" | "start-struck" | "choice-too-low" |
  "choice-above-money" | "choice-opens" | "robot-cannot-build" | "robot-shape" | "robot-tile" |
  "robot-slot-twice" | "robot-slot-empty" | "robots-shape" | "robots-only" | "robot-tile-twice" |
  "robot-tile-barred" | "robots-elsewhere" | "houses-full" | "not-your-card" | "not-for-the-board" |
  "card-named-twice" | "slots-locked" | "card-taken-away" | "hires-too-many" | "workers-too-dear" |
  "not-a-trust-site" | "building-too-dear" | "card-built-on" | "other-company-place" | "company-place-taken" |
  "buildings-used" | "unknown-site";

export type PhrasesWord =
  | "hello" | "good_luck" | "thinking" | "one_moment" | "your_turn" | "nice" | "ouch" | "thanks" | "sorry" |
  "good_game";

export type PagesWord =
  | "recover_title" | "recover_text" | "recover_unreadable" | "recover_button" | "mail_title" | "mail_confirm" |
  "mail_confirm_button" | "mail_confirm_done" | "mail_confirm_none" | "mail_stop" | "mail_stop_button" |
  "mail_stop_done" | "mail_stop_none" | "mail_forget" | "mail_forget_button" | "mail_forget_done" |
  "mail_forget_none";

export type PageRatingsWord =
  | "ladder" | "ladder_text" | "player" | "rating" | "games" | "wins" | "bot" | "ranked_nobody" | "provisional"
  | "provisional_text" | "member_since" | "curve" | "by_edition" | "by_seat" | "seat" | "won_of" | "plants" |
  "times" | "more" | "last_games" | "place" | "resigned" | "no_games" | "hidden" | "hide" | "rated" |
  "rated_about" | "rated_no" | "rated_yes" | "updating" | "provisional_note" | "hidden_rating" | "unrated" |
  "unrated_handed_over" | "unrated_off";

export type PageAdminWord =
  | "title" | "manage" | "people" | "tables" | "reports" | "broadcast" | "log" | "find" | "nothing" | "admin" |
  "account" | "guest" | "sits_at" | "ban" | "password_link" | "password_link_text" | "unban" | "banned" |
  "until" | "reason" | "days" | "ban_address" | "ban_address_text" | "grant" | "revoke" | "delete" | "sure" |
  "close" | "seat" | "to" | "hand_over" | "open" | "lobby" | "running" | "finished" | "table" | "settle" |
  "reported_by" | "deleted_user" | "report_context" | "no_reason" | "broadcast_text" | "send" | "command_line" |
  "tournaments" | "tournament_text" | "edition" | "map" | "players" | "seats_n" | "deals" | "bots" | "let_play"
  | "games_of" | "gave_up" | "bot" | "wins" | "fair" | "rank" | "whole_report";

export type PageTokensWord =
  | "title" | "text" | "guide" | "off" | "name" | "make" | "token" | "none" | "end" | "sure";

export type PageAccountWord =
  | "title" | "more" | "back_to_table" | "profile" | "bots" | "admin" | "none_here" | "new" | "new_text" |
  "make" | "make_passkey" | "log_in" | "log_in_text" | "log_in_passkey" | "password" | "password_text" |
  "password_old" | "password_new" | "password_set" | "password_changed" | "rename" | "saved" | "since" |
  "passkeys" | "passkeys_text" | "passkey_add" | "passkey_rename" | "passkey_label" | "passkey_save" |
  "passkey_none" | "unknown_device" | "remove" | "sessions" | "here" | "seen" | "log_out_here" |
  "log_out_others" | "mine" | "export" | "export_text" | "delete" | "delete_text" | "delete_sure" | "forgotten"
  | "forgotten_text" | "forgotten_host" | "forgotten_ask" | "forgotten_sent" | "reset" | "reset_text" |
  "provider" | "provider_in" | "provider_on" | "provider_add" | "provider_refused";

export type PageLearnWord =
  | "title" | "text" | "minutes" | "state_new" | "state_begun" | "state_done" | "begin" | "go_on" | "again" |
  "step" | "next" | "before" | "fold" | "unfold" | "leave" | "other" | "take_back" | "carry_on" | "over" |
  "over_left" | "left" | "next_lesson" | "all" | "begin_again" | "wise" | "your_turn" | "their_turn" |
  "progress" | "guided";

export type WebWord =
  | "nav" | "nav_play" | "nav_learn" | "nav_puzzles" | "nav_players" | "account" | "somebody" | "learn_to_play"
  | "learn_to_play_text" | "puzzles" | "puzzles_text" | "puzzle_missed" | "streak" | "manual" | "new_here" |
  "key_lesson" | "key_explain" | "why_not" | "rules" | "glossary" | "ladder" | "from_host" | "not_known_here" |
  "start_afresh" | "log_in" | "to_settings" | "log_out" | "log_out_text" | "log_out_sure" | "tab_action" |
  "tab_market" | "tab_company" | "tab_players" | "tab_log" | "hero" | "hero_text" | "your_name" | "guest" |
  "first_game" | "first_game_text" | "continue_game" | "continue_title" | "what_next" | "next_lesson" |
  "short_game" | "short_game_text" | "play_now" | "play_now_text" | "new_table" | "new_table_text" | "my_tables"
  | "no_tables" | "public_tables" | "no_public_tables" | "find_players" | "all_my_tables" | "join_code" | "join"
  | "code" | "watch" | "watch_text" | "watch_bots" | "loading" | "no_server" | "state_finished" | "state_lobby"
  | "turn_of" | "your_turn" | "next_table" | "tables_wait" | "left_to_play" | "to_act" | "open_seat" |
  "language" | "looks" | "theme" | "theme_system" | "theme_light" | "theme_dark" | "theme_contrast" |
  "advice_ask" | "advice_off" | "advice_would" | "advice_why" | "advice_less" | "motion" | "card_revealed" |
  "move_sounds" | "volume" | "pace" | "pace_instant" | "pace_quick" | "pace_usual" | "pace_slow" | "chat" |
  "chat_about" | "chat_on" | "chat_off" | "chat_switch" | "chat_spectators" | "chat_among_players" |
  "chat_among_spectators" | "chat_empty" | "chat_write" | "chat_send" | "chat_phrases" | "chat_silent" |
  "chat_more" | "chat_mute" | "chat_unmute" | "chat_report" | "chat_reported" | "report_why" | "report_insult" |
  "report_spam" | "report_cheating" | "report_other" | "report_note" | "report_send" | "report_cancel" |
  "chat_unread" | "key_chat" | "notifications" | "notification_sound" | "notification_browser" |
  "notification_refused" | "warnings" | "warning_fuel" | "warning_capacity" | "warning_build" | "warning_income"
  | "menu" | "close" | "back" | "yes" | "no" | "or" | "to" | "less" | "more" | "max" | "clear" | "share" |
  "share_text" | "link" | "copy" | "copied" | "to_start" | "resign" | "resign_sure" | "edition" | "board" |
  "how_many" | "how_many_about" | "seats" | "seats_about" | "seat_n" | "name_of_seat" | "seat_me" |
  "seat_person" | "seat_open" | "seat_bot" | "bot_random" | "bot_outside" | "bot_plain" | "bot_beginner" |
  "bot_easy" | "bot_normal" | "bot_hard" | "bot_master" | "level" | "regions" | "regions_about" |
  "regions_random" | "regions_draft" | "option_money" | "option_money_about" | "option_money_open" |
  "option_money_hidden" | "option_short" | "option_short_about" | "option_promo" | "option_promo_about" |
  "public" | "public_about" | "public_no" | "public_yes" | "open_table" | "open_and_start" | "lobby_title" |
  "sit_here" | "you_are_invited" | "decline" | "invited" | "begin" | "waiting_seats" | "waiting_host" |
  "fill_with_bots" | "leave_table" | "no_table" | "table_not_shown" | "try_again" | "lost" | "players" |
  "in_turn_order" | "n_players" | "you" | "bot" | "away" | "preset_moves" | "preset_moves_text" | "preset" |
  "revoke" | "preset_bid" | "preset_pass" | "plant_n" | "bid_up_to" | "pass_plant" | "pass_phase" | "preset_buy"
  | "buy_up_to" | "buy_hint" | "add_city" | "dropped" | "preset_tag" | "preset_decide" | "preset_coming" |
  "preset_run_always" | "preset_run_round" | "preset_build_nothing_always" | "preset_build_nothing_round" |
  "preset_buy_nothing_always" | "preset_buy_nothing_round" | "preset_ask_me" | "preset_run" |
  "preset_build_nothing" | "preset_buy_nothing" | "plan_short" | "build_up_to" | "build_hint" | "bought_less" |
  "dropped_pass_phase" | "dropped_bids" | "dropped_build" | "dropped_fuel" | "time_left" | "time_low" |
  "stands_in" | "bot_names" | "held" | "held_text" | "held_back" | "is_away" | "on_holiday" | "is_on_holiday" |
  "holiday_vote_from" | "votes_n" | "vote_stand_in" | "clock" | "clock_about" | "clock_none" | "clock_live" |
  "clock_mail" | "live_n" | "n_minutes" | "n_hours" | "n_days" | "away_after" | "who_stands_in" | "who_answers"
  | "rest_hint" | "rest" | "rest_text" | "rest_night" | "rest_night_from" | "rest_night_to" | "rest_holiday" |
  "rest_first" | "rest_last" | "rest_more" | "rest_remove" | "rest_save" | "rest_saved" | "passed" | "high_bid"
  | "rank" | "no_plants" | "supplies_all" | "supplies_some" | "supplies_first" | "max_n" | "to_the_end" |
  "step_2_at" | "end_at" | "race_label" | "plant_market" | "on_offer" | "future" | "deck_n" | "deck_step_3" |
  "step_3" | "then_shuffled" | "largest_under" | "smallest_leaves" | "no_fuel" | "any_fuel" | "no_fuel_short" |
  "asked_region" | "asked_auction" | "asked_bid" | "asked_scrap" | "asked_discard-fuel" | "asked_assign" |
  "asked_fuel" | "asked_build" | "asked_run" | "asked_place" | "neutral_about" | "plant_title" | "auction" |
  "extra_auction" | "opened_by" | "highest_bid" | "nobody_yet" | "fuel" | "next" | "buy" | "cost" | "refill" |
  "refill_sure" | "refill_likely" | "on_sale" | "last_moves" | "earlier_moves" | "skip" | "play_side" | "keys" |
  "key_help" | "key_action" | "key_choices" | "key_market" | "key_fuel" | "key_map" | "key_arrows" | "key_zoom"
  | "key_log" | "key_replay" | "key_ends" | "city_free" | "city_price" | "seat_link" | "seat_link_text" |
  "seat_link_show" | "seat_link_renew" | "seat_link_renew_text" | "seat_code" | "seat_back" | "seat_back_paste"
  | "seat_back_take" | "seat_back_wrong" | "whole_log" | "ticker_line" | "ticker_income" | "log" | "show" |
  "took_back" | "undo" | "earlier" | "position_of" | "back_to_now" | "replay" | "film" | "pause" | "speed" |
  "first_move" | "previous_move" | "next_move" | "last_move" | "waiting_for" | "you_watch" | "you_resigned" |
  "resigned_tag" | "rated_tag" | "rated_note" | "rated_account" | "you_resigned_short" | "resign_sure_end" |
  "played_by_bot" | "event_resigned" | "event_resigned_bot" | "event_time_out" | "event_stand_in_time" |
  "event_stand_in_vote" | "event_stand_in_admin" | "event_returned" | "event_handed_over" | "event_closed" |
  "event_closed_host" | "event_closed_player" | "event_abandoned" | "end_closed" | "end_abandoned" |
  "end_unrated" | "state_closed" | "state_abandoned" | "refused" | "show_all" | "sure" | "anyway" | "never_warn"
  | "warn_fuel" | "warn_idle" | "warn_capacity" | "warn_build" | "warn_income" | "money_n" | "open_title" |
  "must_open" | "choose_plant" | "choose_plant_short" | "no_plant_affordable" | "open_for" | "buy_plant" |
  "last_buyer" | "sit_out" | "your_bid" | "bid_amount" | "at_least" | "cannot_raise" | "bid_n" | "pass" |
  "leaves_you" | "next_city" | "two_for" | "capacity" | "income" | "with_cities" | "income_for" | "a_round" |
  "buy_title" | "holds_room" | "buy_below" | "fill_once" | "fill_all" | "nothing_to_buy" | "plan_costs" |
  "money_left" | "money_then" | "supplies" | "could_supply" | "enough_for" | "enough_hint" | "buy_n" |
  "build_title" | "choose_cities" | "no_city_affordable" | "first_city" | "from" | "from_via" | "hop_from" |
  "hop_on" | "place_n" | "place_word" | "in_all" | "leaves" | "short_by" | "free" | "no_place_open" | "in_plan"
  | "plan_it" | "remove_city" | "cities" | "cheapest_after" | "cheapest_short" | "nothing_more" | "card_first" |
  "build_n" | "run_title" | "run_side" | "which_fuel" | "burns" | "burns_nothing" | "not_enough_fuel" |
  "run_for" | "region_title" | "region_note" | "region_confirm" | "n_cities" | "scrap_title" | "scrap_note" |
  "scrap_loses" | "scrap_keeps" | "scrap_confirm" | "discard_fuel_title" | "discard_fuel_note" |
  "discard_fuel_confirm" | "assign_title" | "assign_note" | "assign_confirm" | "place_title" | "place_note" |
  "place_confirm" | "map_label" | "zoom_in" | "zoom_out" | "zoom_fit" | "hand_over" | "hand_over_text" | "i_am"
  | "wins" | "you_win" | "share_win" | "rematch_offered" | "rematch_join" | "rematch" | "look_at_board" |
  "time_per_move" | "resource_costs" | "city_costs" | "seconds_n" | "minutes_n" | "hours_n" | "review" |
  "chances_show" | "round_summary" | "all_networks" | "bids_n" | "sold_to" | "plan" | "then_name" | "next_up" |
  "after_fuel" | "scrap_n" | "joins" | "replaces" | "cities_for" | "cities_free" | "pass_means" |
  "you_open_next" | "opens_next" | "opens_next_then_you" | "calc_title" | "calc_of" | "calc_plants" |
  "calc_offer" | "calc_fuel" | "calc_has" | "calc_runs" | "calc_runs_none" | "calc_unfit" | "under_it" |
  "discount_n" | "option_robots" | "option_robots_about" | "robot_n" | "robot_about" | "robot_add" |
  "robot_remove" | "robot_draw" | "robot_draw_again" | "robot_reroll" | "robot_hide" | "robot_random" |
  "robot_random_note" | "robot_choose_city" | "robot_start_title" | "robot_start_note" | "robot_start_confirm" |
  "robot_build_title" | "robot_build_note" | "robot_build_confirm" | "robot_name_title" | "robot_name_note" |
  "robot_named" | "robot_name_confirm" | "robot_strike_title" | "robot_strike_note" | "robot_struck" |
  "robot_strike_confirm" | "robot_bid_title" | "robot_bid_note" | "asked_robot-start" | "asked_robot-name" |
  "asked_robot-strike" | "asked_robot-bid" | "asked_robot-build" | "asked_network" | "asked_company" |
  "asked_workers" | "asked_robot" | "asked_trust-site" | "works_title" | "housing_title" | "labour_left" |
  "labour_empty" | "staff" | "need_n" | "places_n" | "locked_plant" | "locked_housing" | "free_plant" |
  "free_housing" | "site_plant" | "site_housing" | "network_title" | "what_to_build" | "from_n" | "card_waits" |
  "choose_sites" | "nothing_affordable" | "on_card" | "plant_slots" | "housing_slots" | "build_things" |
  "company_title" | "company_note" | "beside" | "nothing_beside" | "workers_needed" | "places" | "lay_out" |
  "keep_board" | "hire_title" | "seasonal_for" | "free_of_charge" | "already_there" | "workers_of" | "n_of" |
  "hire_for" | "take_in" | "hire_nobody" | "warn_workers" | "robot_title" | "robot_note" | "robot_confirm" |
  "robot_no" | "site_title" | "site_note" | "site_confirm" | "card_needs" | "card_supplies" | "card_places" |
  "slots_free" | "connection" | "robots" | "same_city" | "wages_ahead";

export type PageReviewWord =
  | "title" | "chances" | "chances_list" | "whose" | "you" | "waits" | "working" | "curve" | "curve_at" |
  "curve_help" | "turns" | "turns_none" | "turn" | "where" | "choices" | "cost_mean" | "same" | "none" |
  "better" | "better_in_auction" | "name_slip" | "name_mistake" | "name_blunder" | "all" | "about" | "retry";

export type PageStoryWord =
  | "title" | "show" | "lead_kept" | "lead_taken" | "lead_lost" | "lead_lost_money" | "outbid" | "bought" |
  "best_round" | "behind" | "missed_power" | "missed_cities" | "ended";

export type PageRoundWord =
  | "title" | "so_far" | "player" | "bought" | "resources" | "built" | "earned" | "for_cost" | "drawn" | "bids"
  | "nothing" | "earlier" | "later";

export type PageOfferWord =
  | "title" | "text" | "text_rated" | "agreed" | "agree" | "not_now" | "waiting" | "waiting_text" | "withdraw" |
  "declined" | "declined_text" | "offer" | "offer_sure" | "withdraw_offer" | "agree_sure" | "close" |
  "close_sure";

export type PageMeetingWord =
  | "find_title" | "find_text" | "find_off" | "seek" | "seek_go" | "seek_stop" | "seek_running" | "seek_others"
  | "seek_alone" | "seek_bots_in" | "seek_no_bots" | "seek_stays" | "seek_found" | "seek_to_table" | "seekers" |
  "no_seekers" | "seek_same" | "any" | "board_any" | "players_any" | "clock_any" | "clock_any_hint" |
  "rated_seek" | "rated_no" | "rated_yes" | "rated_is" | "rated_needs_account" | "bots_join" | "bots_never" |
  "bots_now" | "bots_after" | "waiting_tables" | "none_waiting" | "none_match" | "filter_edition" |
  "filter_clock" | "filter_bots" | "bots_with" | "bots_without" | "every" | "mine_all" | "mine_turn" |
  "mine_lobby" | "mine_running" | "mine_finished" | "mine_archived" | "mine_none" | "mine_more" | "archive" |
  "unarchive" | "round_n" | "by_seek" | "public_now" | "colour" | "colour_0" | "colour_1" | "colour_2" |
  "colour_3" | "colour_4" | "colour_5" | "closed" | "push_here" | "push_no" | "push_remove" | "mail_address" |
  "mail_save" | "mail_sent" | "mail_on" | "mail_off" | "mail" | "mail_off_sure" | "mail_turns" | "remove_title"
  | "remove_text" | "remove_yes" | "removed_title" | "removed_text" | "other_tables";

export type PageNewWord =
  | "who" | "bots" | "bots_text" | "friends" | "friends_text" | "anyone" | "anyone_text" | "screen" |
  "screen_text" | "friends_hint" | "anyone_hint" | "anyone_clock" | "names" | "more" | "more_hint" | "at_table"
  | "developers" | "developers_text" | "developers_none" | "needs_server";

export type EmailsWord =
  | "table" | "turn_subject" | "turns_subject" | "turn_text" | "confirm_subject" | "confirm_text" |
  "confirm_else" | "forgotten_subject" | "forgotten_text" | "forgotten_else" | "stop_text";

export type SlotsWord =
  | "first-city" | "auction" | "resources" | "building" | "ability";

export type TilesWord =
  | "last-choice" | "random-choice" | "early-choice-for-all" | "players-choice" | "bidding-choice" |
  "deciding-choice" | "highest-number" | "second-smallest-number" | "all-power-plants" |
  "using-cheapest-resources" | "first-choice-for-minimum-bid" | "supplying-most-cities" | "normal-production" |
  "least-available-resource" | "odd-normal-even-all" | "less-than-5-elektro" | "all-resources" |
  "last-all-resources" | "step-1-less-than-7" | "one-two-three-cities" | "all-cities" | "last-player-chooses" |
  "never-more-than-first-player" | "only-supplied-cities" | "starts-with-100-elektro" | "always-last" |
  "half-bid" | "cities-cost-10" | "first-city-free" | "income-for-one-more";

export type TileTextsWord =
  | "last-choice" | "random-choice" | "early-choice-for-all" | "players-choice" | "bidding-choice" |
  "deciding-choice" | "highest-number" | "second-smallest-number" | "all-power-plants" |
  "using-cheapest-resources" | "first-choice-for-minimum-bid" | "supplying-most-cities" | "normal-production" |
  "least-available-resource" | "odd-normal-even-all" | "less-than-5-elektro" | "all-resources" |
  "last-all-resources" | "step-1-less-than-7" | "one-two-three-cities" | "all-cities" | "last-player-chooses" |
  "never-more-than-first-player" | "only-supplied-cities" | "starts-with-100-elektro" | "always-last" |
  "half-bid" | "cities-cost-10" | "first-city-free" | "income-for-one-more";

export type RobotReasonsWord =
  | "not-wanted" | "too-small" | "too-weak" | "too-dear";

export type RobotWaysWord =
  | "normal" | "all";

export type EffectsWord =
  | "auction-rebate" | "wage-rebate" | "robot-factory" | "more-places" | "building-ground" | "more-output" |
  "plant-and-housing";

export type SitesWord =
  | "house" | "plant" | "housing";
